import { describe, expect, it } from 'vitest';
import { type Refusal, refusals } from '#server/kernel/refusals.ts';
import { AUTHORIZATION, ask, head, talk } from '#tests/harness/proxy-request.ts';
import { createHandshake } from './negotiation.ts';

const refusedFor = (reason: Refusal) => [{ step: 'refuse', reason }];
const connect = (target: string, ...fields: string[]) => ask(`CONNECT ${target} HTTP/1.1`, ...fields);

describe('CONNECT', () => {
  it('asks for the credential, then for the target, and is granted with a bare 200', () => {
    expect(connect('example.com:443', 'Host: example.com:443')).toEqual({
      protocol: 'connect',
      steps: [
        { step: 'authenticate', username: 'me', password: 'pwd' },
        { step: 'connect', target: { host: 'example.com', port: 443 } },
      ],
      toClient: 'HTTP/1.1 200 Connection established\r\n\r\n',
      toTarget: '',
      ended: false,
      broken: false,
    });
  });

  it.each([
    ['an IPv4 address', '192.0.2.7:80', '192.0.2.7', 80],
    ['an IPv6 address', '[2001:db8::1]:443', '2001:db8::1', 443],
    ['a mapped address', '[::ffff:192.0.2.7]:443', '::ffff:192.0.2.7', 443],
    ['upper case, an underscore, a dot at the end', 'Some_Host.Example.:1', 'Some_Host.Example.', 1],
    ['the last port', 'a:65535', 'a', 65_535],
    ['the longest name', `${'a'.repeat(255)}:1`, 'a'.repeat(255), 1],
  ])('goes to %s', (_, target, host, port) => {
    expect(connect(target).steps[1]).toEqual({ step: 'connect', target: { host, port } });
  });

  it.each([
    ['no port', 'example.com'],
    ['an empty port', 'example.com:'],
    ['port 0', 'example.com:0'],
    ['port 65536', 'example.com:65536'],
    ['a port with a sign', 'example.com:+80'],
    ['a port with a leading zero', 'example.com:080'],
    ['a port that is a word', 'example.com:https'],
    ['a port of six digits', 'example.com:100000'],
    ['two ports', 'example.com:80:80'],
    ['no host', ':443'],
    ['an IPv6 address without brackets', '2001:db8::1:443'],
    ['an IPv6 address without a port', '[2001:db8::1]'],
    ['text behind the bracket', '[::1]x:443'],
    ['a bracket that is never closed', '[::1:443'],
    ['an address in absolute form', 'http://example.com:80/'],
    ['userinfo', 'me@example.com:443'],
    ['origin-form', '/'],
  ])('is malformed with %s', (_, target) => {
    expect(connect(target)).toMatchObject({ steps: refusedFor('malformed'), toTarget: '' });
  });

  it.each([
    ['a zone', '[fe80::1%eth0]:443'],
    ['an encoded zone', '[fe80::1%25eth0]:443'],
    ['an IPv4 address in brackets', '[192.0.2.7]:443'],
    ['a future kind of address', '[v1.a]:443'],
    ['empty brackets', '[]:443'],
    ['an encoded name', '%65xample.com:443'],
    ['a path', 'example.com/x:443'],
    ['a name beyond ASCII', 'm\u00fcnchen.example:443'],
    ['a name too long', `${'a'.repeat(256)}:443`],
  ])('knows no such address: %s', (_, target) => {
    expect(connect(target).steps).toEqual(refusedFor('unsupported_address'));
  });

  it('passes on what was sent ahead', () => {
    const text = `${head('CONNECT a:1 HTTP/1.1', AUTHORIZATION)}\x16\x03\x01`;
    expect(talk(text)).toMatchObject({ toTarget: '\x16\x03\x01', ended: false });
    expect(talk(text, { late: true })).toEqual(talk(text));
  });

  it('has no body: a Content-Length is not looked at, all that follows belongs to the tunnel', () => {
    const text = `${head('CONNECT a:1 HTTP/1.1', AUTHORIZATION, 'Content-Length: 2', 'Transfer-Encoding: chunked')}abcd`;
    expect(talk(text)).toMatchObject({ toTarget: 'abcd', ended: false });
  });

  it('comes as HTTP/1.0 too, with empty lines before it, or a Host that says something else', () => {
    expect(ask('CONNECT a:1 HTTP/1.0').steps).toHaveLength(2);
    expect(talk(`\r\n\r\n${head('CONNECT a:1 HTTP/1.1', AUTHORIZATION)}`).steps).toHaveLength(2);
    expect(connect('a:1', 'Host: b:2', 'Host: c').steps[1]).toMatchObject({ target: { host: 'a', port: 1 } });
  });

  it('may have a value behind any white space, and none', () => {
    expect(connect('a:1', 'X-A:b', 'X-B:\t b \t', 'X-C:', 'X-D: \xc3\xa0').steps).toHaveLength(2);
  });
});

describe('a refusal', () => {
  const waiting = (requestLine: string) => {
    const handshake = createHandshake();
    handshake.push(Buffer.from(head(requestLine, AUTHORIZATION)));
    handshake.authenticated(true);
    return handshake;
  };

  it.each(Object.entries(refusals))('%s is a whole answer', (reason, { http, text }) => {
    const { status, error } = http ?? { status: 400, error: 'http_request_error' };
    const answer = waiting('CONNECT a:1 HTTP/1.1')
      .refuse(reason as Refusal)
      .toString();
    const [fields = '', body] = answer.split('\r\n\r\n');
    expect(body).toBe(`${text}\n`);
    expect(fields.split('\r\n').filter((line) => !line.startsWith('Proxy-Authenticate:'))).toEqual([
      expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`)),
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${text.length + 1}`,
      'Connection: close',
      'Cache-Control: no-store',
      `Proxy-Status: isp-proxy; error=${error}`,
    ]);
    expect(fields.includes('Proxy-Authenticate:')).toBe(status === 407);
  });

  it('has no body where HEAD was asked', () => {
    expect(waiting('HEAD http://a/ HTTP/1.1').refuse('connect_timeout').toString()).toMatch(/^HTTP\/1\.1 504 .*\r\n\r\n$/s);
    expect(talk(head('HEAD http://a/ HTTP/1.1')).toClient).toMatch(/^HTTP\/1\.1 407 .*Content-Length: \d+.*\r\n\r\n$/s);
  });

  it('is said once, and nothing is read afterwards', () => {
    const handshake = waiting('CONNECT a:1 HTTP/1.1');
    handshake.refuse('overloaded');
    expect(handshake.refuse('overloaded')).toHaveLength(0);
    expect(handshake.push(Buffer.from(head('CONNECT a:1 HTTP/1.1', AUTHORIZATION)))).toEqual({ step: 'read' });
  });

  it('comes in HTTP as soon as HTTP is spoken, and has no words before', () => {
    const handshake = createHandshake();
    expect(handshake.push(Buffer.alloc(0))).toEqual({ step: 'read' });
    handshake.push(Buffer.from('C'));
    expect(handshake.refuse('overloaded').toString()).toMatch(/^HTTP\/1\.1 503 /);
    const silent = createHandshake();
    expect(silent.refuse('overloaded')).toHaveLength(0);
    expect(silent.push(Buffer.from('CONNECT '))).toEqual({ step: 'read' });
    expect(silent.protocol).toBe('unknown');
  });

  it('a verdict that nobody asked for is a mistake of the program', () => {
    const handshake = createHandshake();
    handshake.push(Buffer.from('C'));
    expect(() => handshake.authenticated(true)).toThrow();
    expect(() => handshake.connected()).toThrow();
  });
});
