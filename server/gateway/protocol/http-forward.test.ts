import { describe, expect, it } from 'vitest';
import type { Refusal } from '#server/kernel/refusals.ts';
import { AUTHORIZATION, ask, head, talk } from '#tests/harness/proxy-request.ts';

const refusedFor = (reason: Refusal) => [{ step: 'refuse', reason }];
const get = (...fields: string[]) => ask('GET http://example.com/ HTTP/1.1', ...fields);

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
