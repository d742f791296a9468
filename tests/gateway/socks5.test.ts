/** SOCKS5 over the wire (RFC 1928, RFC 1929): every message however it arrives, every refusal in full, bytes intact both ways. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buyIpv6, type GatewaySite, gatewayPid, gatewaySite, residentMegabytes } from '#tests/harness/gateway.ts';
import { startNameServer } from '#tests/harness/name-server.ts';
import { ask, greeting, type Login, login, openTunnel, reply, request, requestName } from '#tests/harness/socks5.ts';
import { CLOSED_PORT, startEcho, startTcp, type Target } from '#tests/harness/targets.ts';
import { Wire } from '#tests/harness/wire.ts';

const names = await startNameServer();
const running = gatewaySite({ env: { GATEWAY_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128', GATEWAY_DNS_SERVERS: names.address } });

let port: number;
let first: GatewaySite['proxies'][number];
let second: GatewaySite['proxies'][number];
let overIpv6: Login;
let echo: Target;
let ipv6Echo: Target;

beforeAll(async () => {
  port = running().port;
  const [one, other] = running().proxies;
  if (!one || !other) throw new Error('two proxies are needed');
  [first, second] = [one, other];
  overIpv6 = await buyIpv6(running());
  echo = await startEcho();
  ipv6Echo = await startTcp((socket) => socket.pipe(socket), '::1');
  names.set('echo.example.test', { addresses: ['127.0.0.1', '::1'] });
  names.set('only-ipv6.example.test', { addresses: ['::1'] });
  names.set('mute.example.test', 'silent');
});

afterAll(async () => {
  await echo?.close();
  await ipv6Echo?.close();
  await names.close();
});

/** A whole client: greeting, credential, request and a line of payload. */
function whole(): Buffer {
  return Buffer.concat([greeting(), login(first), request('127.0.0.1', echo.port), Buffer.from('payload')]);
}

const granted = Buffer.from([5, 2, 1, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

async function expectEcho(wire: Wire): Promise<void> {
  expect(await wire.take(granted.length)).toEqual(granted);
  expect((await wire.take(7)).toString()).toBe('payload');
  wire.close();
}

/** What comes back for bytes until the entry point closes. */
async function told(bytes: Uint8Array | string): Promise<Buffer> {
  const wire = await Wire.open(port);
  const { bytes: answer } = await wire.send(bytes).takeRest();
  wire.close();
  return answer;
}

/** The reply to a request, after which the entry point has to close where it is a refusal. */
async function replyTo(asked: Uint8Array, who: Login = first): Promise<number> {
  const { wire, code } = await ask(port, who, Buffer.from(asked));
  if (code !== reply.succeeded) expect((await wire.takeRest()).bytes).toHaveLength(0);
  wire.close();
  return code;
}

describe('however the bytes arrive', () => {
  test('all in one packet, payload behind the request', async () => {
    await expectEcho((await Wire.open(port)).send(whole()));
  });

  test('each message when the one before is answered', async () => {
    const wire = await Wire.open(port);
    expect(await wire.send(greeting()).take(2)).toEqual(Buffer.from([5, 2]));
    expect(await wire.send(login(first)).take(2)).toEqual(Buffer.from([1, 0]));
    expect(await wire.send(request('127.0.0.1', echo.port)).take(10)).toEqual(granted.subarray(4));
    expect((await wire.send('payload').take(7)).toString()).toBe('payload');
    wire.close();
  });

  test('a byte at a time', async () => {
    const wire = await Wire.open(port);
    await wire.trickle(whole());
    await expectEcho(wire);
  });

  test('in two packets, cut at every byte', async () => {
    const bytes = whole();
    const cuts = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
    expect(cuts.length).toBeGreaterThan(40);
    await Promise.all(
      cuts.map(async (cut) => {
        const wire = (await Wire.open(port)).send(bytes.subarray(0, cut));
        // Whatever the first part leads to has come by then, so that the second arrives by itself.
        if (cut >= 3) expect(await wire.take(2)).toEqual(granted.subarray(0, 2));
        const rest = cut >= 3 ? granted.subarray(2) : granted;
        wire.send(bytes.subarray(cut));
        expect(await wire.take(rest.length)).toEqual(rest);
        expect((await wire.take(7)).toString()).toBe('payload');
        wire.close();
      }),
    );
  });
});

describe('methods', () => {
  test.each([
    ['the one for a credential', [2]],
    ['none needed and a credential', [0, 2]],
    ['a credential and none needed', [2, 0]],
    ['GSSAPI among others', [1, 0x80, 2, 0xfe]],
    ['the same one twice', [2, 2]],
    ['all 255 that there can be', Array.from({ length: 255 }, (_, index) => 254 - index)],
  ])('%s: the credential is asked for', async (_, methods) => {
    const wire = await Wire.open(port);
    expect(await wire.send(greeting(...methods)).take(2)).toEqual(Buffer.from([5, 2]));
    wire.close();
  });

  test.each([
    ['no method at all', [5, 0]],
    ['only none needed', [5, 1, 0]],
    ['only GSSAPI', [5, 1, 1]],
    ['no acceptable one', [5, 3, 0, 1, 0xff]],
  ])('%s: no acceptable method, closed', async (_, bytes) => {
    expect(await told(Buffer.from(bytes))).toEqual(Buffer.from([5, 0xff]));
  });
});

describe('credentials', () => {
  const wrong: [string, () => Uint8Array][] = [
    ['a wrong password', () => login({ ...first, password: 'wrong' })],
    ['a password with a byte more', () => login({ ...first, password: `${first.password}x` })],
    ['a password with a byte less', () => login({ ...first, password: first.password.slice(0, -1) })],
    ['the password of another proxy', () => login({ ...first, password: second.password })],
    ['an unknown username', () => login({ ...first, username: 'nobody' })],
    ['the username in the other case', () => login({ ...first, username: swapCase(first.username) })],
    ['no username', () => login({ ...first, username: '' })],
    ['no password', () => login({ ...first, password: '' })],
    ['neither', () => login({ username: '', password: '' })],
    ['fields of 255 bytes', () => login({ username: 'u'.repeat(255), password: 'p'.repeat(255) })],
    ['bytes that are not UTF-8', () => Buffer.from([1, 2, 0xff, 0xfe, 2, 0xc3, 0x28])],
    ['a NUL behind the username', () => login({ ...first, username: `${first.username}\0` })],
  ];
  test.concurrent.each(wrong)('%s: refused and closed', async (_, message) => {
    expect(await told(Buffer.concat([greeting(), message()]))).toEqual(Buffer.from([5, 2, 1, 1]));
  });
});

describe('versions that are none', () => {
  test.each([
    ['of the credential, 0', 0],
    ['of the credential, 5', 5],
  ])('%s', async (_, version) => {
    const message = login(first);
    message[0] = version;
    const answer = await told(Buffer.concat([greeting(), message]));
    expect(answer.subarray(0, 2)).toEqual(Buffer.from([5, 2]));
    expect(answer[3] ?? 1).toBe(1);
  });

  test.each([0, 1, 4])('of the request, %i', async (version) => {
    const asked = request('127.0.0.1', echo.port);
    asked[0] = version;
    const before = echo.peers.length;
    const answer = await told(Buffer.concat([greeting(), login(first), asked]));
    expect(answer.subarray(0, 5)).toEqual(Buffer.from([5, 2, 1, 0, 5]));
    expect(answer).toHaveLength(14);
    expect(answer[5]).toBe(reply.generalFailure);
    expect(echo.peers).toHaveLength(before);
  });

  test('SOCKS4 is told so', async () => {
    const socks4 = Buffer.from([4, 1, 0, 80, 127, 0, 0, 1, 0]);
    expect(await told(socks4)).toEqual(Buffer.from([0, 0x5b, 0, 0, 0, 0, 0, 0]));
  });

  test.each([
    ['a TLS hello', Buffer.from('160301020001000001fc0303', 'hex')],
    ['zeros', Buffer.alloc(64)],
    ['high bytes', Buffer.alloc(64, 0xff)],
    ['SSH', Buffer.from('\x80SSH-2.0-x\r\n', 'latin1')],
    ['PROXY protocol, version 2', Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')],
  ])('%s: closed without an address reached', async (what, bytes) => {
    const answer = (await told(bytes)).toString('latin1');
    // What begins with empty lines may yet have become HTTP.
    if (what.startsWith('PROXY')) expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    else expect(answer).toBe('');
  });
});

describe('requests', () => {
  test.each([0, 2, 3, 4, 9, 255])('command %i is not supported', async (command) => {
    expect(await replyTo(request('127.0.0.1', echo.port, command))).toBe(reply.commandNotSupported);
  });

  test('BIND and UDP ASSOCIATE of a name or an IPv6 address get the full refusal as well', async () => {
    expect(await replyTo(request('echo.example.test', echo.port, 2))).toBe(reply.commandNotSupported);
    expect(await replyTo(request('::1', echo.port, 3))).toBe(reply.commandNotSupported);
  });

  test.each([0, 2, 5, 255])('kind of address %i is not supported', async (kind) => {
    expect(await replyTo(Buffer.from([5, 1, 0, kind, 127, 0, 0, 1, 0, 80]))).toBe(reply.addressNotSupported);
  });

  test.each(['', ' ', 'a b', 'a\0b', 'a\nb', 'h\u00f6st.test', 'host.test/'])('the name %j is refused', async (name) => {
    expect([reply.generalFailure, reply.notAllowed, reply.addressNotSupported]).toContain(
      await replyTo(requestName(name, echo.port)),
    );
  });

  test('a name', async () => expect(await replyTo(requestName('echo.example.test', echo.port))).toBe(reply.succeeded));
  test('a name in capitals with a dot at its end', async () =>
    expect(await replyTo(requestName('ECHO.Example.Test.', echo.port))).toBe(reply.succeeded));
  test('an IPv4 address spelled as a name', async () =>
    expect(await replyTo(requestName('127.0.0.1', echo.port))).toBe(reply.succeeded));
  test('an IPv6 address, by a proxy that leaves over IPv6', async () => {
    const wire = await openTunnel(port, overIpv6, '::1', ipv6Echo.port);
    await wire.send('x').take(1);
    wire.close();
    expect(ipv6Echo.peers.at(-1)).toBe('::1');
  });
  test('a name that has only an IPv6 address, by a proxy that leaves over IPv6', async () =>
    expect(await replyTo(requestName('only-ipv6.example.test', ipv6Echo.port), overIpv6)).toBe(reply.succeeded));
  test('an IPv6 address, by a proxy that leaves over IPv4: no such network', async () =>
    expect(await replyTo(request('::1', ipv6Echo.port))).toBe(reply.networkUnreachable));
  test('an IPv4 address, by a proxy that leaves over IPv6: no such network', async () =>
    expect(await replyTo(request('127.0.0.1', echo.port), overIpv6)).toBe(reply.networkUnreachable));
  test('a name without an address for this proxy', async () =>
    expect(await replyTo(requestName('only-ipv6.example.test', ipv6Echo.port))).toBe(reply.hostUnreachable));
  test('a name that nobody has', async () =>
    expect(await replyTo(requestName('nobody.example.test', 80))).toBe(reply.hostUnreachable));
  test('a name whose server is silent', async () =>
    expect(await replyTo(requestName('mute.example.test', 80))).toBe(reply.hostUnreachable));
  test('a port that nobody listens on', async () => expect(await replyTo(request('127.0.0.1', CLOSED_PORT))).toBe(reply.refused));
  test('an address of the inside', async () => expect(await replyTo(request('10.0.0.1', 80))).toBe(reply.notAllowed));
  test('a port for mail', async () => expect(await replyTo(request('127.0.0.1', 25))).toBe(reply.notAllowed));
  test('port 0', async () => expect(await replyTo(request('127.0.0.1', 0))).toBe(reply.notAllowed));

  test('each proxy leaves from its own address', async () => {
    const seen = [];
    for (const who of [first, second, first]) {
      const wire = await openTunnel(port, who, '127.0.0.1', echo.port);
      await wire.send('x').take(1);
      wire.close();
      seen.push(echo.peers.at(-1));
    }
    expect(seen).toEqual([first.exit, second.exit, first.exit]);
    expect(first.exit).not.toBe(second.exit);
  });

  test('clients that leave at any moment leave nothing behind', async () => {
    const bytes = whole();
    for (let sent = 0; sent <= bytes.length; sent += 5) {
      const wire = (await Wire.open(port)).send(bytes.subarray(0, sent));
      if (sent % 2 === 0) wire.socket.resetAndDestroy();
      else wire.close();
    }
    await expectEcho((await Wire.open(port)).send(whole()));
  });
});

describe('tunnels', () => {
  test('a client that has finished sending still gets the whole answer', async () => {
    const target = await startTcp((socket) => {
      let asked = '';
      socket.on('data', (chunk: Buffer) => {
        asked += chunk.toString();
      });
      socket.on('end', () => socket.end(`${asked}${'.'.repeat(200_000)}`));
    });
    const wire = await openTunnel(port, first, '127.0.0.1', target.port);
    const { bytes, ending } = await wire.send('question').finishSending().takeRest();
    expect(bytes.toString()).toBe(`question${'.'.repeat(200_000)}`);
    expect(ending).toBe('end');
    await target.close();
  });

  test('a client that has finished sending before it is through, too', async () => {
    const wire = await Wire.open(port);
    const { bytes } = await wire.send(whole()).finishSending().takeRest();
    expect(bytes).toEqual(Buffer.concat([granted, Buffer.from('payload')]));
  });

  test('a target that has finished sending still gets the rest', async () => {
    let heard: (bytes: Buffer) => void;
    const got = new Promise<Buffer>((resolve) => {
      heard = resolve;
    });
    const target = await startTcp((socket) => {
      const chunks: Buffer[] = [];
      socket.end('enough');
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('end', () => heard(Buffer.concat(chunks)));
    });
    const wire = await openTunnel(port, first, '127.0.0.1', target.port);
    expect((await wire.takeRest()).bytes.toString()).toBe('enough');
    const rest = randomBytes(300_000);
    wire.send(rest).finishSending();
    expect((await got).equals(rest)).toBe(true);
    await target.close();
  });

  test('a reset of the target is a reset for the client', async () => {
    const target = await startTcp((socket) => {
      socket.write('half an ans');
      socket.once('data', () => socket.resetAndDestroy());
    });
    const wire = await openTunnel(port, first, '127.0.0.1', target.port);
    await wire.take(11);
    wire.send('go');
    expect((await wire.takeRest()).ending).toBe('reset');
    await target.close();
  });

  test('a reset of the client is a reset for the target', async () => {
    let broken: (code: string) => void;
    const ended = new Promise<string>((resolve) => {
      broken = resolve;
    });
    const target = await startTcp((socket) => {
      socket.once('error', (error: NodeJS.ErrnoException) => broken(error.code ?? ''));
      socket.once('end', () => broken('end'));
      socket.write('hello');
    });
    const wire = await openTunnel(port, first, '127.0.0.1', target.port);
    await wire.take(5);
    wire.socket.resetAndDestroy();
    expect(await ended).toBe('ECONNRESET');
    await target.close();
  });

  test('a megabyte both ways at once arrives as it was sent', async () => {
    const wire = await openTunnel(port, first, '127.0.0.1', echo.port);
    const sent = randomBytes(1_048_576);
    wire.send(sent).finishSending();
    const { bytes } = await wire.takeRest();
    expect(bytes.equals(sent)).toBe(true);
  });

  test('who reads slowly slows the sender down, and nothing piles up between', { timeout: 120_000 }, async () => {
    const sent = createHash('sha256');
    const chunk = randomBytes(1_048_576);
    const megabytes = 256;
    let serving: Socket | undefined;
    const target = await startTcp(async (socket) => {
      serving = socket;
      await once(socket, 'data');
      for (let count = 0; count < megabytes; count += 1) {
        sent.update(chunk);
        if (!socket.write(chunk)) await once(socket, 'drain');
      }
      socket.end();
    });
    const pid = await gatewayPid(running().site);
    const before = await residentMegabytes(pid);
    const wire = await openTunnel(port, first, '127.0.0.1', target.port);
    const { socket } = wire;
    socket.removeAllListeners('data');
    socket.pause();
    wire.send('go');
    // It has come to a stop once the target could write nothing more for a while.
    let written = -1;
    await vi.waitFor(
      () => {
        const now = (serving?.bytesWritten ?? 0) - (serving?.writableLength ?? 0);
        const stopped = now === written;
        written = now;
        expect(stopped).toBe(true);
      },
      { timeout: 30_000, interval: 700 },
    );
    expect(written / 1_048_576).toBeLessThan(megabytes / 2);
    expect((await residentMegabytes(pid)) - before).toBeLessThan(40);

    const received = createHash('sha256');
    let count = 0;
    for await (const bytes of socket) {
      received.update(bytes as Buffer);
      count += (bytes as Buffer).length;
    }
    expect(count).toBe(megabytes * 1_048_576);
    expect(received.digest('hex')).toBe(sent.digest('hex'));
    // Buffers that have been passed on wait for the collector.
    expect((await residentMegabytes(pid)) - before).toBeLessThan(megabytes / 2);
    await target.close();
  });

  test('who sends faster than the target reads is slowed down as well', { timeout: 120_000 }, async () => {
    let reading: Socket | undefined;
    const target = await startTcp((socket) => {
      reading = socket.pause();
    });
    const pid = await gatewayPid(running().site);
    const before = await residentMegabytes(pid);
    const { socket } = await openTunnel(port, first, '127.0.0.1', target.port);
    const sent = randomBytes(1_048_576);
    const megabytes = 64;
    for (let count = 0; count < megabytes; count += 1) socket.write(sent);
    socket.end();
    let left = -1;
    await vi.waitFor(
      () => {
        const stopped = socket.writableLength === left;
        left = socket.writableLength;
        expect(stopped).toBe(true);
      },
      { timeout: 30_000, interval: 700 },
    );
    expect(left / 1_048_576).toBeGreaterThan(megabytes / 2);
    expect((await residentMegabytes(pid)) - before).toBeLessThan(40);
    let received = 0;
    for await (const bytes of reading ?? []) received += (bytes as Buffer).length;
    expect(received).toBe(megabytes * 1_048_576);
    await target.close();
  });
});

function swapCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
