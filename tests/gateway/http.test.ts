/** HTTP over the wire: CONNECT and forwarded requests (RFC 9110, RFC 9112), every refusal, and what the target gets to see. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectSocket, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type GatewaySite, gatewaySite } from '#tests/harness/gateway.ts';
import { answerOf, connect, connectTunnel, exchange, head, proxyAuthorization } from '#tests/harness/http-proxy.ts';
import { startNameServer } from '#tests/harness/name-server.ts';
import { CLOSED_PORT, startEcho, startTcp, startWeb, type Target, type WebTarget } from '#tests/harness/targets.ts';
import { Wire } from '#tests/harness/wire.ts';

const names = await startNameServer();
const running = gatewaySite({ env: { GATEWAY_DNS_SERVERS: names.address } });

let port: number;
let first: GatewaySite['proxies'][number];
let second: GatewaySite['proxies'][number];
let echo: Target;
let web: WebTarget;

beforeAll(async () => {
  port = running().port;
  const [one, other] = running().proxies;
  if (!one || !other) throw new Error('two proxies are needed');
  [first, second] = [one, other];
  echo = await startEcho();
  web = await startWeb();
  names.set('web.example.test', { addresses: ['127.0.0.1'] });
  names.set('mute.example.test', 'silent');
  names.set('broken.example.test', 'SERVFAIL');
});

afterAll(async () => {
  await echo?.close();
  await web?.close();
  await names.close();
});

/** For what has to come: a busy machine is slow, not wrong. */
const PATIENCE = { timeout: 20_000 };

const OK = 'HTTP/1.1 200 Connection established\r\n\r\n';
const toEcho = () => `127.0.0.1:${echo.port}`;
const webUrl = (path = '/') => `http://127.0.0.1:${web.port}${path}`;

/** A refusal: its status, with what every refusal has to say. */
async function refusal(
  request: string | Uint8Array,
): Promise<{ status: number; body: string; headers: ReadonlyMap<string, string> }> {
  const answer = await exchange(port, request);
  const { headers, body } = answer;
  expect(headers.get('connection')).toBe('close');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(headers.get('proxy-status')).toMatch(/^[\w.-]+; ?error=[a-z_]+$/);
  expect(headers.has('proxy-authenticate')).toBe(answer.status === 407);
  expect(Buffer.byteLength(body, 'latin1')).toBe(
    request.toString().startsWith('HEAD ') ? 0 : Number(headers.get('content-length')),
  );
  expect(JSON.stringify([...headers, body])).not.toContain(first.password);
  return answer;
}

describe('CONNECT however the bytes arrive', () => {
  const whole = () => Buffer.from(`${connect(first, toEcho(), 'User-Agent: test')}payload`);
  const expectEcho = async (wire: Wire) => {
    expect((await wire.take(OK.length)).toString()).toBe(OK);
    expect((await wire.take(7)).toString()).toBe('payload');
    wire.close();
  };

  test('all in one packet, payload behind the head', async () => expectEcho((await Wire.open(port)).send(whole())));

  test('a byte at a time', async () => {
    const wire = await Wire.open(port);
    await wire.trickle(whole());
    await expectEcho(wire);
  });

  test('in two packets, cut at every byte', async () => {
    const bytes = whole();
    await Promise.all(
      Array.from({ length: bytes.length - 1 }, async (_, index) => {
        const wire = (await Wire.open(port)).send(bytes.subarray(0, index + 1));
        await new Promise((resolve) => setTimeout(resolve, 20));
        await expectEcho(wire.send(bytes.subarray(index + 1)));
      }),
    );
  });

  test('empty lines before it, HTTP/1.0, a scheme in small letters, other headers', async () => {
    const credential = proxyAuthorization(first).replace('Basic', 'bAsIc').replace('Proxy-Authorization', 'PROXY-authorization');
    const request = `\r\n\r\n${head(`CONNECT ${toEcho()} HTTP/1.0`, credential, 'Proxy-Connection: keep-alive', 'X-Empty:')}`;
    await expectEcho((await Wire.open(port)).send(`${request}payload`));
  });

  test('a megabyte both ways at once arrives as it was sent', async () => {
    const wire = await connectTunnel(port, first, toEcho());
    const sent = randomBytes(1_048_576);
    expect((await wire.send(sent).finishSending().takeRest()).bytes.equals(sent)).toBe(true);
  });

  test('a name, and each proxy from its own address', async () => {
    for (const who of [first, second]) {
      const wire = await connectTunnel(port, who, `web.example.test:${echo.port}`);
      await wire.send('x').take(1);
      wire.close();
      expect(echo.peers.at(-1)).toBe(who.exit);
    }
  });

  test('a reset of the target is a reset for the client', async () => {
    const target = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const wire = await connectTunnel(port, first, `127.0.0.1:${target.port}`);
    expect((await wire.send('x').takeRest()).ending).toBe('reset');
    await target.close();
  });
});

describe('authentication', () => {
  const wrong: [string, () => string[]][] = [
    ['no credential', () => []],
    ['a wrong password', () => [proxyAuthorization({ ...first, password: 'wrong' })]],
    ['an unknown username', () => [proxyAuthorization({ ...first, username: 'nobody' })]],
    ['the password of another proxy', () => [proxyAuthorization({ ...first, password: second.password })]],
    ['an empty value', () => ['Proxy-Authorization:']],
    ['no base64', () => ['Proxy-Authorization: Basic !!!']],
    ['no colon', () => [`Proxy-Authorization: Basic ${Buffer.from('username').toString('base64')}`]],
    ['a scheme alone', () => ['Proxy-Authorization: Basic']],
    ['another scheme', () => [`Proxy-Authorization: Bearer ${first.password}`]],
    ['Digest', () => [`Proxy-Authorization: Digest username="${first.username}"`]],
    ['two credentials', () => [proxyAuthorization(first), proxyAuthorization(second)]],
    ['the header for the site', () => [proxyAuthorization(first).replace('Proxy-', '')]],
  ];
  test.concurrent.each(wrong)('%s: 407 for a tunnel', async (_, headers) => {
    const before = echo.peers.length;
    const {
      status,
      headers: said,
      body,
    } = await refusal(head(`CONNECT ${toEcho()} HTTP/1.1`, `Host: ${toEcho()}`, ...headers()));
    expect(status).toBe(407);
    expect(said.get('proxy-authenticate')).toBe('Basic realm="proxy", charset="UTF-8"');
    // Nothing is wrong with the proxy's own configuration, which another error type would say.
    expect(said.get('proxy-status')).toBe('isp-proxy; error=http_request_denied');
    expect(body).toContain('password');
    expect(echo.peers).toHaveLength(before);
  });

  test.concurrent.each(wrong)('%s: 407 for a forwarded request', async (_, headers) => {
    expect((await refusal(head(`GET ${webUrl('/never')} HTTP/1.1`, 'Host: x', ...headers()))).status).toBe(407);
    expect(web.requests.some(({ url }) => url === '/never')).toBe(false);
  });
});

describe('targets that are refused', () => {
  test.each([
    ['10.0.0.1:80', 403, 'destination_ip_prohibited'],
    ['169.254.169.254:80', 403, 'destination_ip_prohibited'],
    ['127.0.0.1:25', 403, 'destination_ip_prohibited'],
    ['localhost:80', 403, 'destination_ip_prohibited'],
    ['2130706433:80', 403, 'destination_ip_prohibited'],
    ['[::ffff:10.0.0.1]:80', 403, 'destination_ip_prohibited'],
    ['[2606:4700::1111]:443', 502, 'destination_ip_unroutable'],
    ['nobody.example.test:80', 502, 'dns_error'],
    ['broken.example.test:80', 502, 'dns_error'],
    ['mute.example.test:80', 504, 'dns_timeout'],
  ])('%s: %i %s', async (authority, status, error) => {
    const answer = await refusal(connect(first, authority));
    expect({ status: answer.status, error: answer.headers.get('proxy-status') }).toEqual({
      status,
      error: expect.stringMatching(new RegExp(`=${error}$`)),
    });
  });

  test('a port that nobody listens on: 502, for a tunnel and for a forwarded request', async () => {
    const authority = `127.0.0.1:${CLOSED_PORT}`;
    for (const request of [connect(first, authority), head(`GET http://${authority}/ HTTP/1.1`, proxyAuthorization(first))]) {
      const { status, headers } = await refusal(request);
      expect({ status, error: headers.get('proxy-status') }).toEqual({
        status: 502,
        error: 'isp-proxy; error=connection_refused',
      });
    }
  });

  test('a host that does not take the connection: 504', async () => {
    const { port: deaf, end } = await startDeaf();
    try {
      const { status, headers } = await refusal(connect(first, `127.0.0.1:${deaf}`));
      expect({ status, error: headers.get('proxy-status') }).toEqual({
        status: 504,
        error: 'isp-proxy; error=connection_timeout',
      });
    } finally {
      end();
    }
  });
});

describe('requests that are refused', () => {
  const malformed: [string, (credential: string) => string][] = [
    ['CONNECT without a port', (who) => head('CONNECT host.test HTTP/1.1', who)],
    ['CONNECT with an empty port', (who) => head('CONNECT host.test: HTTP/1.1', who)],
    ['CONNECT to port 0', (who) => head('CONNECT host.test:0 HTTP/1.1', who)],
    ['CONNECT to a port beyond the last', (who) => head('CONNECT host.test:65536 HTTP/1.1', who)],
    ['CONNECT to a port with a sign', (who) => head('CONNECT host.test:+80 HTTP/1.1', who)],
    ['CONNECT to a port in letters', (who) => head('CONNECT host.test:http HTTP/1.1', who)],
    ['CONNECT with a user in front', (who) => head('CONNECT user@host.test:80 HTTP/1.1', who)],
    ['CONNECT to a URL', (who) => head('CONNECT http://host.test:80 HTTP/1.1', who)],
    ['CONNECT to a path', (who) => head('CONNECT / HTTP/1.1', who)],
    ['CONNECT with a path behind', (who) => head('CONNECT host.test:80/ HTTP/1.1', who)],
    ['CONNECT to an IPv6 address without a port', (who) => head('CONNECT [::1] HTTP/1.1', who)],
    ['CONNECT to an IPv6 address without brackets', (who) => head('CONNECT ::1:80 HTTP/1.1', who)],
    ['CONNECT to an open bracket', (who) => head('CONNECT [::1:80 HTTP/1.1', who)],
    ['CONNECT to an IPv6 zone', (who) => head('CONNECT [fe80::1%25lo]:80 HTTP/1.1', who)],
    ['CONNECT to nothing', (who) => head('CONNECT  HTTP/1.1', who)],
    ['CONNECT in small letters', (who) => head('connect host.test:80 HTTP/1.1', who)],
    ['two spaces', (who) => head('CONNECT  host.test:80 HTTP/1.1', who)],
    ['a tab for a space', (who) => head('CONNECT\thost.test:80 HTTP/1.1', who)],
    ['no version', (who) => head('GET http://host.test/', who)],
    ['HTTP/0.9', (who) => head('GET http://host.test/ HTTP/0.9', who)],
    ['HTTP/3.0', (who) => head('GET http://host.test/ HTTP/3.0', who)],
    ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a folded line', (who) => head('GET http://host.test/ HTTP/1.1', who, 'X-Long: one', ' two')],
    ['a space before the colon', (who) => head('GET http://host.test/ HTTP/1.1', who, 'Content-Length : 1')],
    ['a header without a colon', (who) => head('GET http://host.test/ HTTP/1.1', who, 'nothing')],
    ['a header without a name', (who) => head('GET http://host.test/ HTTP/1.1', who, ': nothing')],
    ['a NUL in a value', (who) => head('GET http://host.test/ HTTP/1.1', who, 'X-Nul: a\0b')],
    ['a carriage return in a value', (who) => head('GET http://host.test/ HTTP/1.1', who, 'X-Cr: a\rb: c')],
    ['line feeds alone', (who) => head('GET http://host.test/ HTTP/1.1', who).replaceAll('\r\n', '\n')],
    ['both framings', (who) => post(who, 'Content-Length: 3', 'Transfer-Encoding: chunked')],
    ['two lengths', (who) => post(who, 'Content-Length: 3', 'Content-Length: 4')],
    ['a list of lengths', (who) => post(who, 'Content-Length: 3, 4')],
    ['a length with a sign', (who) => post(who, 'Content-Length: +3')],
    ['a negative length', (who) => post(who, 'Content-Length: -3')],
    ['a length in hexadecimal', (who) => post(who, 'Content-Length: 0x3')],
    ['a length beyond all numbers', (who) => post(who, `Content-Length: ${'9'.repeat(40)}`)],
    ['an encoding that is none', (who) => post(who, 'Transfer-Encoding: xchunked')],
    ['chunked, twice', (who) => post(who, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')],
    ['gzip below chunked', (who) => post(who, 'Transfer-Encoding: gzip, chunked')],
    ['chunked, with HTTP/1.0', (who) => post(who, 'Transfer-Encoding: chunked').replace('HTTP/1.1', 'HTTP/1.0')],
    ['an https:// address', (who) => head('GET https://host.test/ HTTP/1.1', who)],
    ['an ftp:// address', (who) => head('GET ftp://host.test/ HTTP/1.1', who)],
    ['a path', (who) => head('GET / HTTP/1.1', 'Host: host.test', who)],
    ['OPTIONS of the proxy', (who) => head('OPTIONS * HTTP/1.1', 'Host: host.test', who)],
    ['a user in the address', (who) => head('GET http://user:secret@host.test/ HTTP/1.1', who)],
    ['an address without a host', (who) => head('GET http:/// HTTP/1.1', who)],
    ['an address with a port beyond the last', (who) => head('GET http://host.test:99999/ HTTP/1.1', who)],
    ['a fragment', (who) => head('GET http://host.test/#part HTTP/1.1', who)],
  ];
  test.each(malformed)('%s', async (_, request) => {
    const { status } = await refusal(Buffer.from(request(proxyAuthorization(first)), 'latin1'));
    expect([400, 501, 505]).toContain(status);
  });

  test('a head of more than 16 KB, as soon as it is more', async () => {
    const long = `X-Long: ${'a'.repeat(16_384)}`;
    expect((await refusal(`GET ${webUrl()} HTTP/1.1\r\n${long}`)).status).toBe(431);
    expect((await refusal(head(`CONNECT ${toEcho()} HTTP/1.1`, proxyAuthorization(first), long))).status).toBe(431);
    expect((await refusal(`GET http://host.test/${'a'.repeat(20_000)}`)).status).toBe(431);
  });

  test('a head of nearly 16 KB is taken', async () => {
    const wire = (await Wire.open(port)).send(connect(first, toEcho(), `X-Long: ${'a'.repeat(15_000)}`));
    expect(answerOf(await wire.takeHead()).status).toBe(200);
    wire.close();
  });

  test('the refusals tell what to do', async () => {
    expect((await refusal(head('GET https://host.test/ HTTP/1.1', proxyAuthorization(first)))).body).toMatch(/CONNECT/);
    expect((await refusal(head('GET / HTTP/1.1', 'Host: host.test'))).body).toMatch(/entry point of a proxy/);
  });

  test('HEAD is refused without a body', async () => {
    const { status, body } = await refusal(head(`HEAD ${webUrl()} HTTP/1.1`, 'Host: x'));
    expect({ status, body }).toEqual({ status: 407, body: '' });
  });

  test('the framing that hides a second request reaches nobody', async () => {
    const smuggled = head(`GET ${webUrl('/smuggled')} HTTP/1.1`, 'Host: x', proxyAuthorization(first));
    const request = head(
      `POST ${webUrl('/carrier')} HTTP/1.1`,
      proxyAuthorization(first),
      `Content-Length: ${smuggled.length + 5}`,
      'Transfer-Encoding: chunked',
    );
    expect((await refusal(`${request}0\r\n\r\n${smuggled}`)).status).toBe(400);
    expect(web.requests.filter(({ url }) => ['/smuggled', '/carrier'].includes(url))).toEqual([]);
  });
});

describe('forwarded requests', () => {
  /** Forwards a request. @returns the answer, and what the target saw. */
  async function forward(line: string, headers: string[] = [], body: string | Uint8Array = '') {
    const request = Buffer.concat([Buffer.from(head(line, proxyAuthorization(first), ...headers)), Buffer.from(body)]);
    const answer = await exchange(port, request);
    return { answer, seen: web.requests.at(-1) };
  }

  /** Names and values of headers as the target saw them, names in lower case. */
  function fieldsOf(seen: WebTarget['requests'][number] | undefined): [string, string][] {
    const raw = seen?.headers ?? [];
    return raw.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ''] as [string, string]] : [],
    );
  }

  test('GET leaves in origin-form with one Host, one Connection, and no word of the proxy', async () => {
    const { answer, seen } = await forward(`GET ${webUrl('/path/x?query=1&b')} HTTP/1.1`, [
      'Host: somebody.else.test',
      'Proxy-Connection: keep-alive',
      'Connection: keep-alive, X-Hop, TE',
      'Keep-Alive: timeout=5',
      'X-Hop: for the proxy alone',
      'TE: trailers',
      'Upgrade: websocket',
      'Proxy-Authenticate: Basic',
      'X-Kept: yes',
      'Cookie: a=b',
      'Authorization: Bearer for-the-target',
    ]);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ method: 'GET', url: '/path/x?query=1&b', peer: first.exit });
    expect(fieldsOf(seen).toSorted()).toEqual([
      ['authorization', 'Bearer for-the-target'],
      ['connection', 'close'],
      ['cookie', 'a=b'],
      ['host', `127.0.0.1:${web.port}`],
      ['x-kept', 'yes'],
    ]);
  });

  test('a byte at a time, and cut at every byte', async () => {
    const body = 'a body of some bytes';
    const request = Buffer.from(
      `${head(`POST ${webUrl('/cut')} HTTP/1.1`, proxyAuthorization(first), `Content-Length: ${body.length}`)}${body}`,
    );
    const trickled = await Wire.open(port);
    await trickled.trickle(request);
    expect(answerOf(await trickled.takeHead()).status).toBe(200);
    const cuts = Array.from({ length: request.length - 1 }, (_, index) => index + 1);
    await Promise.all(
      cuts.map(async (cut) => {
        const wire = (await Wire.open(port)).send(request.subarray(0, cut));
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(answerOf(await wire.send(request.subarray(cut)).takeHead()).status).toBe(200);
        wire.close();
      }),
    );
    const seen = web.requests.filter(({ url }) => url === '/cut');
    expect(seen).toHaveLength(cuts.length + 1);
    expect(new Set(seen.map((one) => one.body))).toEqual(new Set([body]));
  });

  test.each([
    ['no path', '', '/'],
    ['a query without a path', '?q', '/?q'],
    ['a path that looks like another address', '/http://inside/', '/http://inside/'],
    ['two slashes', '//x', '//x'],
    ['dots', '/a/../b', '/a/../b'],
    ['percent signs', '/%2e%00%zz', '/%2e%00%zz'],
  ])('%s', async (_, path, url) => {
    const { seen } = await forward(`GET http://127.0.0.1:${web.port}${path} HTTP/1.1`);
    expect(seen?.url).toBe(url);
  });

  test('HEAD has no body', async () => {
    const { answer } = await forward(`HEAD ${webUrl('/head')} HTTP/1.1`);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });
  });

  test('HTTP/1.0 and a method that nobody knows', async () => {
    expect((await forward(`GET ${webUrl('/old')} HTTP/1.0`)).answer.status).toBe(200);
    expect((await forward(`PURGE ${webUrl('/other')} HTTP/1.1`)).seen?.method).toBe('PURGE');
  });

  test('a body of a length', async () => {
    const body = 'b'.repeat(300_000);
    const { answer, seen } = await forward(`POST ${webUrl('/length')} HTTP/1.1`, [`Content-Length: ${body.length}`], body);
    expect(answer.status).toBe(200);
    expect(seen?.body).toBe(body);
    expect(fieldsOf(seen)).toContainEqual(['content-length', String(body.length)]);
  });

  test('a body in chunks, with extensions and a trailer', async () => {
    const body = '5;note="x"\r\nhello\r\n1\r\n \r\n00005\r\nworld\r\n0\r\nX-Trailer: t\r\n\r\n';
    const { answer, seen } = await forward(`PUT ${webUrl('/chunks')} HTTP/1.1`, ['Transfer-Encoding: chunked'], body);
    expect(answer.status).toBe(200);
    expect(seen?.body).toBe('hello world');
    expect(fieldsOf(seen)).toContainEqual(['transfer-encoding', 'chunked']);
  });

  test.each(['xyz\r\n', '-1\r\n', '5\nhello\n', '5 \r\nhello\r\n', '2\r\nhello\r\n', 'ffffffffffffffff\r\n'])(
    'chunks that are none are not passed on: %j',
    async (body) => {
      const before = web.requests.length;
      const request = head(`POST ${webUrl('/bad')} HTTP/1.1`, proxyAuthorization(first), 'Transfer-Encoding: chunked');
      const wire = (await Wire.open(port)).send(request + body);
      const { bytes } = await wire.takeRest();
      wire.close();
      expect(bytes.toString('latin1')).not.toMatch(/ 200 /);
      expect(web.requests).toHaveLength(before);
    },
  );

  test('100-continue: the target asks for the body, the client then sends it', async () => {
    const wire = await Wire.open(port);
    wire.send(
      head(`POST ${webUrl('/continue')} HTTP/1.1`, proxyAuthorization(first), 'Expect: 100-continue', 'Content-Length: 4'),
    );
    expect(answerOf(await wire.takeHead()).status).toBe(100);
    expect(answerOf(await wire.send('body').takeHead()).status).toBe(200);
    expect(web.requests.at(-1)?.body).toBe('body');
    wire.close();
  });

  test('a client that has finished sending still gets the whole answer', async () => {
    const wire = await Wire.open(port);
    wire.send(head(`GET ${webUrl('/half')} HTTP/1.1`, proxyAuthorization(first))).finishSending();
    expect(answerOf(await wire.takeHead()).status).toBe(200);
    expect(JSON.parse((await wire.takeRest()).bytes.toString())).toMatchObject({ url: '/half' });
  });

  test('an answer that does not wait for the body arrives whole, although the client is still sending', async () => {
    const size = 2_000_000;
    const early = await startTcp((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 413 Too Large\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`));
      socket.resume();
    });
    for (let count = 0; count < 10; count += 1) {
      const wire = await Wire.open(port);
      wire.send(head(`POST http://127.0.0.1:${early.port}/ HTTP/1.1`, 'Content-Length: 5000000', proxyAuthorization(first)));
      const sending = setInterval(() => wire.send('a'.repeat(1_000)), 1);
      expect(answerOf(await wire.takeHead()).status).toBe(413);
      expect((await wire.take(size)).length).toBe(size);
      clearInterval(sending);
      wire.close();
    }
    await early.close();
  });

  test('the request that comes behind goes nowhere, whoever it is for', async () => {
    const next = head(`GET ${webUrl('/second')} HTTP/1.1`, 'X-Secret: of the second', proxyAuthorization(second));
    for (const [line, headers, body] of [
      [`GET ${webUrl('/no-body')} HTTP/1.1`, [], ''],
      [`POST ${webUrl('/length')} HTTP/1.1`, ['Content-Length: 2'], 'ab'],
      [`POST ${webUrl('/chunks')} HTTP/1.1`, ['Transfer-Encoding: chunked'], '2\r\nab\r\n0\r\n\r\n'],
    ] as const) {
      const raw = await startTcp((socket) => respondLate(socket, body));
      const rawLine = line.replace(`:${web.port}`, `:${raw.port}`);
      const answer = await exchange(port, head(rawLine, proxyAuthorization(first), ...headers) + body + next);
      expect(answer.status).toBe(200);
      expect(answer.body).not.toContain('/second');
      expect(answer.body).toContain(body);
      await raw.close();
    }
    expect(web.requests.some(({ url }) => url === '/second')).toBe(false);
  });

  test('a request that comes later on the same connection goes nowhere', async () => {
    let heard = '';
    const { promise: asked, resolve: beAsked } = Promise.withResolvers<Socket>();
    const raw = await startTcp((socket) => {
      socket.on('data', (chunk: Buffer) => {
        heard += chunk.toString('latin1');
        beAsked(socket);
      });
    });
    const wire = await Wire.open(port);
    wire.send(head(`GET http://127.0.0.1:${raw.port}/ HTTP/1.1`, proxyAuthorization(first)));
    const target = await asked;
    wire.send(head(`GET ${webUrl('/later')} HTTP/1.1`, proxyAuthorization(second)));
    setTimeout(() => target.end(okWith(heard)), A_WHILE_MS);
    const { bytes } = await wire.takeRest();
    wire.close();
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 200 /);
    expect(bytes.toString()).not.toContain('/later');
    await raw.close();
  });

  test('no credential of a client has ever reached a target', () => {
    const told = JSON.stringify(web.requests).toLowerCase();
    expect(told).not.toContain('proxy-authorization');
    expect(told).not.toContain(first.password.toLowerCase());
    expect(told).not.toContain(Buffer.from(`${first.username}:${first.password}`).toString('base64').toLowerCase());
    expect(web.requests.length).toBeGreaterThan(100);
  });
});

function post(who: string, ...framing: string[]): string {
  return `${head('POST http://host.test/ HTTP/1.1', who, ...framing)}abc`;
}

/** For what would come if it were not stopped. */
const A_WHILE_MS = 400;

function okWith(body: string): string {
  return `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${body}`;
}

/** Gives back all that came up to a while after `last` was there, as the body of an answer. */
function respondLate(socket: Socket, last: string): void {
  let heard = '';
  const { promise: complete, resolve } = Promise.withResolvers<void>();
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    if (heard.includes(last)) resolve();
  });
  void complete.then(() => setTimeout(() => socket.end(okWith(heard)), A_WHILE_MS));
}

/** A port whose queue of connections is full, so that the system answers no further one. */
async function startDeaf(): Promise<{ port: number; end(): void }> {
  const program = `const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))`;
  const child: ChildProcess = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  child.kill('SIGSTOP');
  const state = async () => (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ')[1]?.[0];
  await vi.waitFor(async () => expect(await state()).toBe('T'), PATIENCE);
  const deafPort = Number(line);
  const queued = Array.from({ length: 8 }, () => connectSocket(deafPort, '127.0.0.1').on('error', () => {}));
  // A queue for one takes two.
  await vi.waitFor(() => expect(queued.filter(({ readyState }) => readyState === 'open')).toHaveLength(2), PATIENCE);
  return {
    port: deafPort,
    end() {
      for (const socket of queued) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}
