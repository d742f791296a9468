import { describe, expect, it } from 'vitest';
import { converse, type Verdicts } from '#tests/harness/dialogue.ts';
import { type Refusal, refusals } from '../refusal.ts';
import { createHandshake } from './negotiation.ts';

const basic = (text: string) => Buffer.from(text).toString('base64');
const AUTHORIZATION = `Proxy-Authorization: Basic ${basic('me:pwd')}`;

const talk = (text: string, verdicts?: Verdicts) => converse([Buffer.from(text, 'latin1')], verdicts);
const head = (...lines: string[]) => `${[...lines, ''].join('\r\n')}\r\n`;
/** An exchange with a credential. */
const ask = (requestLine: string, ...fields: string[]) => talk(head(requestLine, AUTHORIZATION, ...fields));
const refusedFor = (reason: Refusal) => [{ step: 'refuse', reason }];
const connect = (target: string, ...fields: string[]) => ask(`CONNECT ${target} HTTP/1.1`, ...fields);
const get = (...fields: string[]) => ask('GET http://example.com/ HTTP/1.1', ...fields);

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

describe('forwarding', () => {
  it('asks for the credential, then for the target; the request leaves in origin-form without a trace of the proxy', () => {
    const dialogue = get(
      'Host: other.example',
      'Accept: */*',
      'X-Word:  a b\t',
      'Proxy-Connection: keep-alive',
      'X-Utf8: caf\xc3\xa0',
    );
    expect(dialogue).toEqual({
      protocol: 'forward',
      steps: [
        { step: 'authenticate', username: 'me', password: 'pwd' },
        { step: 'connect', target: { host: 'example.com', port: 80 } },
      ],
      toClient: '',
      toTarget:
        'GET / HTTP/1.1\r\nHost: example.com\r\nAccept: */*\r\nX-Word: a b\r\nX-Utf8: caf\xc3\xa0\r\nConnection: close\r\n\r\n',
      ended: true,
      broken: false,
    });
  });

  it.each([
    ['no path', 'GET http://a HTTP/1.1', 'GET / HTTP/1.1\r\nHost: a'],
    ['a port', 'GET http://a:8080/x HTTP/1.1', 'GET /x HTTP/1.1\r\nHost: a:8080'],
    ['an empty port', 'GET http://a:/x HTTP/1.1', 'GET /x HTTP/1.1\r\nHost: a'],
    ['a query without a path', 'GET http://a?b=/c HTTP/1.1', 'GET /?b=/c HTTP/1.1\r\nHost: a'],
    ['an IPv6 address', 'GET http://[::1]:81/ HTTP/1.1', 'GET / HTTP/1.1\r\nHost: [::1]:81'],
    ['a scheme in upper case', 'GET HTTP://a/ HTTP/1.1', 'GET / HTTP/1.1\r\nHost: a'],
    ['another URL within', 'GET http://a/http://u:p@b:1/?@ HTTP/1.1', 'GET /http://u:p@b:1/?@ HTTP/1.1\r\nHost: a'],
    ['a path in UTF-8', 'GET http://a/\xc3\xa9 HTTP/1.1', 'GET /\xc3\xa9 HTTP/1.1\r\nHost: a'],
    ['OPTIONS of a whole server', 'OPTIONS http://a HTTP/1.1', 'OPTIONS * HTTP/1.1\r\nHost: a'],
    ['OPTIONS of a path', 'OPTIONS http://a/ HTTP/1.1', 'OPTIONS / HTTP/1.1\r\nHost: a'],
    ['a method of its own', 'M-SEARCH http://a/ HTTP/1.1', 'M-SEARCH / HTTP/1.1\r\nHost: a'],
    ['a method in lower case', 'connect http://a/ HTTP/1.1', 'connect / HTTP/1.1\r\nHost: a'],
    ['HTTP/1.0, which it stays', 'GET http://a/ HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a'],
  ])('rewrites the request line: %s', (_, requestLine, expected) => {
    expect(ask(requestLine).toTarget).toBe(`${expected}\r\nConnection: close\r\n\r\n`);
  });

  it.each([
    ['https://', 'GET https://example.com/ HTTP/1.1', 'CONNECT'],
    ['a browser that opens the entry point', 'GET / HTTP/1.1', 'entry point of a proxy'],
    ['ftp://', 'GET ftp://example.com/ HTTP/1.1', 'neither'],
    ['authority-form without CONNECT', 'GET example.com:80 HTTP/1.1', 'neither'],
    ['asterisk-form', 'OPTIONS * HTTP/1.1', 'neither'],
    ['userinfo', 'GET http://me:pwd@example.com/ HTTP/1.1', 'neither'],
    ['empty userinfo', 'GET http://@example.com/ HTTP/1.1', 'neither'],
    ['userinfo that looks like a host', 'GET http://example.com:80@192.0.2.7/ HTTP/1.1', 'neither'],
    ['a backslash before userinfo', 'GET http://a\\@b/ HTTP/1.1', 'neither'],
    ['no host', 'GET http:///x HTTP/1.1', 'neither'],
    ['one slash', 'GET http:/example.com HTTP/1.1', 'neither'],
    ['a bad port', 'GET http://a:99999/ HTTP/1.1', 'neither'],
    ['a fragment', 'GET http://a/#b HTTP/1.1', 'neither'],
    ['a name that can be none', 'GET http://a%00b/ HTTP/1.1', 'kind of address'],
    ['a comma in the host', 'GET http://a,b/ HTTP/1.1', 'kind of address'],
  ])('answers 400 and says why: %s', (_, requestLine, text) => {
    const { steps, toClient, toTarget } = ask(requestLine);
    expect(steps).toMatchObject([{ step: 'refuse' }]);
    expect(toClient).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(toClient.split('\r\n\r\n')[1]).toContain(text);
    expect(toTarget).toBe('');
  });

  it.each([
    'Connection: keep-alive',
    'Proxy-Connection: keep-alive',
    'Keep-Alive: timeout=5',
    'TE: trailers',
    'Upgrade: websocket',
    'Proxy-Authenticate: Basic',
    'proxy-connection: a',
  ])('keeps back a field between neighbours: %s', (field) => {
    expect(get(field).toTarget).toBe('GET / HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n');
  });

  it('keeps back every field that Connection lists', () => {
    const { toTarget } = get(
      'X-One: 1',
      'Connection: x-one,, X-TWO',
      'x-two: 2',
      'Connection: X-Three',
      'X-Three: 3',
      'X-Four: 4',
    );
    expect(toTarget).toBe('GET / HTTP/1.1\r\nHost: example.com\r\nX-Four: 4\r\nConnection: close\r\n\r\n');
  });

  it('does not let Connection take away the framing or the Host', () => {
    const text = head('POST http://a/ HTTP/1.1', AUTHORIZATION, 'Content-Length: 3', 'Connection: content-length, host');
    expect(talk(`${text}abc`).toTarget).toBe('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc');
  });

  it('keeps Trailer, Expect and the rest', () => {
    const { toTarget } = get('Trailer: Checksum', 'Expect: 100-continue', 'Authorization: Basic abc', 'Cookie: a=b');
    expect(toTarget).toContain('Trailer: Checksum\r\nExpect: 100-continue\r\nAuthorization: Basic abc\r\nCookie: a=b\r\n');
  });

  const NEXT = head('GET http://next.example/ HTTP/1.1', AUTHORIZATION);

  it.each([
    ['no body', [], '', ''],
    ['an empty body', ['Content-Length: 0'], '', 'Content-Length: 0\r\n'],
    ['a body of a known length', ['Content-Length: 4'], 'abcd', 'Content-Length: 4\r\n'],
    ['the same length twice', ['Content-Length: 4', 'content-length: 4'], 'abcd', 'Content-Length: 4\r\n'],
    ['a body in chunks', ['Transfer-Encoding: Chunked'], '2\r\nab\r\n0\r\nT: 1\r\n\r\n', 'Transfer-Encoding: chunked\r\n'],
  ])('passes exactly the body, never the next request and its credential: %s', (_, fields, body, framing) => {
    const first = head('POST http://a/ HTTP/1.1', AUTHORIZATION, ...fields);
    for (const late of [false, true]) {
      expect(talk(first + body + NEXT, { late })).toMatchObject({
        toTarget: `POST / HTTP/1.1\r\nHost: a\r\n${framing}Connection: close\r\n\r\n${body}`,
        ended: true,
        toClient: '',
      });
    }
  });

  it('shows the target nothing of a request whose body is broken from the start', () => {
    const text = `${head('POST http://a/ HTTP/1.1', AUTHORIZATION, 'Transfer-Encoding: chunked')}x\r\n`;
    const { toTarget, ended, toClient } = talk(text);
    expect({ toTarget, ended }).toEqual({ toTarget: '', ended: true });
    expect(toClient).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['chunks and length', ['Transfer-Encoding: chunked', 'Content-Length: 4']],
    ['two lengths', ['Content-Length: 4', 'Content-Length: 5']],
    ['a list of lengths', ['Content-Length: 4, 4']],
    ['a length with a sign', ['Content-Length: +4']],
    ['a negative length', ['Content-Length: -4']],
    ['a length with a point', ['Content-Length: 4.0']],
    ['a length in hexadecimal', ['Content-Length: 0x4']],
    ['no length', ['Content-Length:']],
    ['a length beyond all numbers', ['Content-Length: 99999999999999999999']],
    ['gzip', ['Transfer-Encoding: gzip']],
    ['gzip, chunked', ['Transfer-Encoding: gzip, chunked']],
    ['chunked, chunked', ['Transfer-Encoding: chunked, chunked']],
    ['chunked twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
    ['identity', ['Transfer-Encoding: identity']],
    ['chunked with a parameter', ['Transfer-Encoding: chunked;q=1']],
    ['chunked with a vertical tab', ['Transfer-Encoding: \x0bchunked']],
    ['no encoding', ['Transfer-Encoding:']],
  ])('is malformed where two readers could disagree on the body: %s', (_, fields) => {
    expect(get(...fields)).toMatchObject({ steps: refusedFor('malformed'), toTarget: '' });
  });

  it('knows no chunks in HTTP/1.0', () => {
    expect(ask('GET http://a/ HTTP/1.0', 'Transfer-Encoding: chunked').steps).toEqual(refusedFor('malformed'));
  });
});

describe('the head', () => {
  const LINE = 'GET http://a/ HTTP/1.1\r\n';
  const REST = `${AUTHORIZATION}\r\n\r\n`;

  it.each([
    ['a line feed alone behind the request line', `GET http://a/ HTTP/1.1\n${REST}`],
    ['a line feed alone behind a field', `${LINE}A: b\n${REST}`],
    ['a line feed alone at the end', `${LINE}${AUTHORIZATION}\r\n\n`],
    ['a line feed first', `\n${LINE}${REST}`],
    ['a carriage return within a line', `${LINE}A: b\rc\r\n${REST}`],
    ['a carriage return within the request line', `GET http://a/\r HTTP/1.1\r\n${REST}`],
    ['a folded line', `${LINE}A: b\r\n c\r\n${REST}`],
    ['a tab that folds', `${LINE}A: b\r\n\tc\r\n${REST}`],
    ['white space before the first field', `${LINE} A: b\r\n${REST}`],
    ['white space before a colon', `${LINE}A : b\r\n${REST}`],
    ['a field without a colon', `${LINE}A\r\n${REST}`],
    ['a field without a name', `${LINE}: b\r\n${REST}`],
    ['a name beyond ASCII', `${LINE}\xe4: b\r\n${REST}`],
    ['a name in brackets', `${LINE}(A): b\r\n${REST}`],
    ['NUL in a value', `${LINE}A: \0\r\n${REST}`],
    ['NUL in a name', `${LINE}A\0: b\r\n${REST}`],
    ['DEL in a value', `${LINE}A: \x7f\r\n${REST}`],
    ['an escape character in a value', `${LINE}A: \x1b[1m\r\n${REST}`],
    ['two spaces', `GET  http://a/ HTTP/1.1\r\n${REST}`],
    ['a space at the end', `GET http://a/ HTTP/1.1 \r\n${REST}`],
    ['a space in the target', `GET http://a/ b HTTP/1.1\r\n${REST}`],
    ['a tab for a space', `GET\thttp://a/ HTTP/1.1\r\n${REST}`],
    ['NUL in the target', `GET http://a/\0 HTTP/1.1\r\n${REST}`],
    ['no version', `GET http://a/\r\n${REST}`],
    ['a method alone', `GET\r\n${REST}`],
    ['no target', `G HTTP/1.1\r\n${REST}`],
    ['HTTP/0.9', `GET http://a/ HTTP/0.9\r\n${REST}`],
    ['HTTP/1.2', `GET http://a/ HTTP/1.2\r\n${REST}`],
    ['HTTP/2', `GET http://a/ HTTP/2\r\n${REST}`],
    ['a version in lower case', `GET http://a/ http/1.1\r\n${REST}`],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a method in brackets', `G(T http://a/ HTTP/1.1\r\n${REST}`],
    ['an answer', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['another protocol', 'EHLO mail.example\r\n\r\n'],
  ])('is malformed: %s', (_, text) => {
    expect(talk(text)).toMatchObject({ steps: refusedFor('malformed'), toTarget: '' });
    expect(talk(text).toClient).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  it('holds 16,384 bytes and not one more', () => {
    const filled = (size: number) => {
      const frame = head('CONNECT a:1 HTTP/1.1', AUTHORIZATION, 'A: ').length;
      return head('CONNECT a:1 HTTP/1.1', AUTHORIZATION, `A: ${'b'.repeat(size - frame)}`);
    };
    expect(filled(16_384)).toHaveLength(16_384);
    expect(talk(filled(16_384)).steps).toHaveLength(2);
    expect(talk(`${filled(16_384)}payload`)).toMatchObject({ toTarget: 'payload' });
    expect(talk(filled(16_385)).steps).toEqual(refusedFor('head_too_large'));
    expect(talk(filled(16_385)).toClient).toMatch(/^HTTP\/1\.1 431 /);
    expect(talk(filled(100_000)).steps).toEqual(refusedFor('head_too_large'));
    expect(talk('A'.repeat(16_384)).steps).toEqual(refusedFor('head_too_large'));
    expect(talk('A'.repeat(16_383)).steps).toEqual([]);
    expect(talk('\r\n'.repeat(8_192)).steps).toEqual(refusedFor('head_too_large'));
  });
});

describe('the credential', () => {
  const given = (...fields: string[]) => talk(head('CONNECT a:1 HTTP/1.1', ...fields)).steps[0];

  it.each([
    ['plain', basic('me:pwd'), 'me', 'pwd'],
    ['a colon in the password', basic('me:p:w:d'), 'me', 'p:w:d'],
    ['an empty username', basic(':pwd'), '', 'pwd'],
    ['an empty password', basic('me:'), 'me', ''],
    ['UTF-8', basic('mé:pẃd'), 'mé', 'pẃd'],
    ['no padding', basic('me:pwde').replace(/=+$/, ''), 'me', 'pwde'],
    ['what is not UTF-8', Buffer.from([0x61, 0x3a, 0xff]).toString('base64'), 'a', '\ufffd'],
  ])('is read: %s', (_, encoded, username, password) => {
    expect(given(`Proxy-Authorization: Basic ${encoded}`)).toEqual({ step: 'authenticate', username, password });
  });

  it.each([`proxy-authorization: basic ${basic('me:pwd')}`, `PROXY-AUTHORIZATION:BASIC   ${basic('me:pwd')}  `])(
    'is read in any case: %s',
    (field) => {
      expect(given(field)).toEqual({ step: 'authenticate', username: 'me', password: 'pwd' });
    },
  );

  it.each([
    ['none', []],
    ['one for the target', [`Authorization: Basic ${basic('me:pwd')}`]],
    ['another scheme', ['Proxy-Authorization: Bearer abc']],
    ['a scheme alone', ['Proxy-Authorization: Basic']],
    ['an empty one', ['Proxy-Authorization:']],
    ['without a scheme', [`Proxy-Authorization: ${basic('me:pwd')}`]],
    ['without a colon', [`Proxy-Authorization: Basic ${basic('mepwd')}`]],
    ['not in base64', ['Proxy-Authorization: Basic me:pwd']],
    ['in base64 for URLs', ['Proxy-Authorization: Basic bWU6_-8=']],
    ['padded within', ['Proxy-Authorization: Basic bWU6=cHdk']],
    ['with something behind it', [`Proxy-Authorization: Basic ${basic('me:pwd')} x`]],
    ['twice', [AUTHORIZATION, AUTHORIZATION]],
    ['in a list', [`${AUTHORIZATION}, Basic ${basic('a:b')}`]],
  ])('is asked for with 407: %s', (_, fields) => {
    const { steps, toClient } = talk(head('CONNECT a:1 HTTP/1.1', ...fields));
    expect(steps).toEqual(refusedFor('not_authenticated'));
    expect(toClient).toMatch(/^HTTP\/1\.1 407 Proxy Authentication Required\r\n/);
    expect(toClient).toContain('\r\nProxy-Authenticate: Basic realm="proxy", charset="UTF-8"\r\n');
  });

  it('that is wrong is answered exactly as one that is missing', () => {
    const wrong = talk(head('CONNECT a:1 HTTP/1.1', AUTHORIZATION), { valid: false });
    expect(wrong.steps.map(({ step }) => step)).toEqual(['authenticate', 'refuse']);
    expect(wrong.toClient).toBe(talk(head('CONNECT a:1 HTTP/1.1')).toClient);
  });
});

describe('a refusal', () => {
  const waiting = (requestLine: string) => {
    const handshake = createHandshake();
    handshake.push(Buffer.from(head(requestLine, AUTHORIZATION)));
    handshake.authenticated(true);
    return handshake;
  };

  it.each(Object.entries(refusals))('%s is a whole answer', (reason, { status, text, proxyStatus }) => {
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
      `Proxy-Status: isp-proxy; error=${proxyStatus}`,
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

describe('the first byte', () => {
  it('of SOCKS4 gets the refusal that its clients understand', () => {
    expect(converse([Buffer.from([4, 1, 0, 80, 192, 0, 2, 7, 0])])).toMatchObject({
      protocol: 'unknown',
      steps: refusedFor('malformed'),
      toClient: '\0[\0\0\0\0\0\0',
    });
  });

  it.each([0x00, 0x03, 0x06, 0x16, 0x20, 0x28, 0x3a, 0x7f, 0x80, 0xff])(
    '%i is no protocol of ours: nothing is answered',
    (byte) => {
      const handshake = createHandshake();
      expect(handshake.push(Buffer.from([byte, 3, 1]))).toMatchObject({
        step: 'refuse',
        reason: 'malformed',
        send: Buffer.alloc(0),
      });
      expect(handshake.push(Buffer.from('CONNECT a:1 HTTP/1.1'))).toEqual({ step: 'read' });
      expect(handshake.protocol).toBe('unknown');
    },
  );

  it('tells the protocol; of HTTP which one is known with the head', () => {
    const handshake = createHandshake();
    expect(handshake.protocol).toBe('unknown');
    handshake.push(Buffer.from('CONNECT a:1 HTTP/1.1\r\n'));
    expect(handshake.protocol).toBe('unknown');
    handshake.push(Buffer.from('\r\n'));
    expect(handshake.protocol).toBe('connect');
    expect(talk(head('GET http://a/ HTTP/1.1')).protocol).toBe('forward');
    expect(converse([Buffer.from([5])]).protocol).toBe('socks5');
  });
});
