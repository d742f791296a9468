/** Through the proxies of suppliers: a SOCKS5 server of a few lines that a test can script, and proxy-chain for HTTP. */
import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { Server as HttpProxy, RequestError } from 'proxy-chain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpstreamExit } from '../exit.ts';
import type { ConnectOutcome } from './connect.ts';
import { createDialer } from './dial.ts';
import { createNames } from './names.ts';
import { createTargetRules } from './target-rules.ts';

const closing: (() => Promise<void>)[] = [];
const names = createNames({ servers: ['127.0.0.1:1'] });
const dialerOf = (connectSeconds: number) =>
  createDialer({
    names,
    connectSeconds,
    rules: createTargetRules({
      allowed: [
        { address: '127.0.0.1', prefix: 32 },
        { address: '::1', prefix: 128 },
      ],
      denied: [],
      siteUrl: 'http://site.example',
    }),
  });
const dialer = dialerOf(30);
let target: number;

beforeEach(async () => {
  // An echo, after a greeting of its own.
  target = await listen((socket) => {
    socket.write('hello ');
    socket.pipe(socket);
  });
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(take: (socket: net.Socket) => void, host = '127.0.0.1'): Promise<number> {
  const open = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    take(socket);
  });
  server.listen(0, host);
  await once(server, 'listening');
  closing.push(async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as net.AddressInfo).port;
}

function upstream(protocol: 'socks5' | 'http', port: number, credential: Partial<UpstreamExit> = {}): UpstreamExit {
  return {
    kind: 'upstream',
    protocol,
    host: '127.0.0.1',
    outside: false,
    port,
    username: 'user',
    password: 'pass:word',
    ...credential,
  };
}

function connection(exit: UpstreamExit, host = '127.0.0.1', port = target, by = dialer): Promise<ConnectOutcome> {
  return new Promise((done) => void by.dial(exit, { host, port }, done));
}

/** The refusal, or what comes back for a message whose end is marked. */
async function exchange(exit: UpstreamExit, host?: string, port?: number): Promise<string> {
  const outcome = await connection(exit, host, port);
  if ('refusal' in outcome) return outcome.refusal;
  const { socket } = outcome;
  expect(socket.eventNames().filter((name) => name !== 'end')).toEqual([]);
  expect(socket.readableFlowing).toBeNull();
  socket.end('and bye');
  return text(socket);
}

interface SocksScript {
  readonly method?: number;
  readonly verdict?: number;
  readonly reply?: number;
  /** What follows the version, reply and reserved bytes: the address it says it bound. */
  readonly bound?: readonly number[];
  /** Sent in one piece with the reply. */
  readonly early?: string;
  /** Sends its answers one byte at a time. */
  readonly slow?: boolean;
}

/** Notes the requests as it got them: greeting, credential, request. */
async function startSocks(script: SocksScript = {}): Promise<{ port: number; requests: string[] }> {
  const { method = 2, verdict = 0, reply = 0, bound = [1, 0, 0, 0, 0, 0, 0], early = '', slow = false } = script;
  const requests: string[] = [];
  const port = await listen((socket) => {
    const send = async (bytes: Buffer) => {
      if (!slow) return void socket.write(bytes);
      for (const byte of bytes) {
        socket.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    let turn = 0;
    const answer = async (message: Buffer) => {
      requests.push(message.toString('latin1'));
      turn += 1;
      if (turn === 2 && method === 0) turn += 1;
      if (turn === 1) return send(Buffer.from([5, method]));
      if (turn === 2) return send(Buffer.from([1, verdict]));
      socket.removeListener('data', answer);
      await send(Buffer.concat([Buffer.from([5, reply, 0, ...bound]), Buffer.from(early)]));
      if (reply !== 0) return void socket.end();
      const toTarget = net.connect(message.readUInt16BE(message.length - 2), message[3] === 4 ? '::1' : '127.0.0.1');
      toTarget.on('error', () => socket.destroy());
      toTarget.pipe(socket);
      socket.pipe(toTarget);
    };
    socket.on('data', answer);
  });
  return { port, requests };
}

describe('through SOCKS5', () => {
  it('the upstream gets the credential and the literal, and all bytes pass', async () => {
    const { port, requests } = await startSocks();
    expect(await exchange(upstream('socks5', port))).toBe('hello and bye');
    const request = `\x05\x01\0\x01\x7f\0\0\x01${String.fromCharCode(target >> 8, target & 0xff)}`;
    expect(requests).toEqual(['\x05\x02\0\x02', '\x01\x04user\x09pass:word', request]);
  });

  it('an upstream without a credential gets none', async () => {
    const { port, requests } = await startSocks({ method: 0 });
    expect(await exchange(upstream('socks5', port, { username: '', password: '' }))).toBe('hello and bye');
    expect(requests[0]).toBe('\x05\x01\0');
    expect(requests).toHaveLength(2);
  });

  it('an IPv6 target goes as its sixteen bytes', async () => {
    const ipv6 = await listen((socket) => void socket.end('six'), '::1');
    const { port, requests } = await startSocks();
    expect(await exchange(upstream('socks5', port), '::1', ipv6)).toBe('six');
    expect(requests[2]?.slice(0, 20)).toBe(`\x05\x01\0\x04${'\0'.repeat(15)}\x01`);
  });

  it.each([
    ['an IPv4 address', [1, 0, 0, 0, 0, 0, 0]],
    ['an IPv6 address', [4, ...Array<number>(18).fill(7)]],
    ['a name', [3, 4, 110, 97, 109, 101, 0, 0]],
    ['an empty name', [3, 0, 0, 0]],
  ])('bytes right after a reply with %s are not lost, in one piece or byte by byte', async (_, bound) => {
    for (const slow of [false, true]) {
      const { port } = await startSocks({ bound, slow, early: 'early ' });
      expect(await exchange(upstream('socks5', port))).toBe('early hello and bye');
    }
  });

  it.each([
    [1, 'upstream_failed'],
    [2, 'upstream_failed'],
    [3, 'network_unreachable'],
    [4, 'host_unreachable'],
    [5, 'connection_refused'],
    [6, 'connect_timeout'],
    [7, 'upstream_failed'],
    [200, 'upstream_failed'],
  ])('its reply %d is %s', async (reply, refusal) => {
    const { port } = await startSocks({ reply });
    expect(await exchange(upstream('socks5', port))).toBe(refusal);
  });

  it.each<[string, SocksScript]>([
    ['refuses the credential', { verdict: 1 }],
    ['accepts no method', { method: 255 }],
    ['wants another method', { method: 1 }],
    ['answers with an unknown kind of address', { bound: [9, 0, 0, 0, 0, 0, 0] }],
  ])('an upstream that %s has failed', async (_, script) => {
    const { port } = await startSocks(script);
    expect(await exchange(upstream('socks5', port))).toBe('upstream_failed');
  });
});

describe('through HTTP CONNECT', () => {
  async function startHttp(refuse: RequestError | null = null) {
    const asked: string[] = [];
    const proxy = new HttpProxy({
      host: '127.0.0.1',
      port: 0,
      prepareRequestFunction: ({ hostname, port, username, password }) => {
        asked.push(`${username} ${password} ${hostname} ${port}`);
        if (refuse) throw refuse;
        return { requestAuthentication: username !== 'user' };
      },
    });
    proxy.on('tlsError', () => {});
    await proxy.listen();
    closing.push(() => proxy.close(true));
    return { port: proxy.port, asked };
  }

  it('the upstream gets the credential and the literal, and all bytes pass', async () => {
    const { port, asked } = await startHttp();
    expect(await exchange(upstream('http', port))).toBe('hello and bye');
    expect(asked).toEqual([`user pass:word 127.0.0.1 ${target}`]);
  });

  it('a refused credential is a failure of the upstream', async () => {
    const { port } = await startHttp();
    expect(await exchange(upstream('http', port, { username: 'another' }))).toBe('upstream_failed');
  });

  it.each([
    [403, 'upstream_failed'],
    [500, 'upstream_failed'],
    [502, 'host_unreachable'],
    [503, 'host_unreachable'],
    [504, 'connect_timeout'],
  ])('its status %d is %s', async (status, refusal) => {
    const { port } = await startHttp(new RequestError('no', status));
    expect(await exchange(upstream('http', port))).toBe(refusal);
  });

  it('an IPv6 target is asked for in brackets, and bytes right after the answer are not lost', async () => {
    let head = '';
    const port = await listen((socket) => {
      socket.once('data', (bytes: Buffer) => {
        head = bytes.toString();
        socket.end('HTTP/1.1 200 Connection established\r\nVia: 1.1 x\r\n\r\nearly');
      });
    });
    expect(await exchange(upstream('http', port), '::1', 8443)).toBe('early');
    expect(head).toMatch(/^CONNECT \[::1\]:8443 HTTP\/1\.1\r\n/);
    expect(head).toContain('Host: [::1]:8443\r\n');
  });
});

it('a SOCKS5 upstream that grants everything at once and resets has failed, and nothing else falls', async () => {
  const port = await listen((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 2, 1, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      socket.resetAndDestroy();
    });
  });
  for (let count = 0; count < 20; count += 1) expect(await exchange(upstream('socks5', port))).toBe('upstream_failed');
});

describe.each(['socks5', 'http'] as const)('an upstream of %s', (protocol) => {
  it.each<[string, (socket: net.Socket) => void]>([
    ['closes at once', (socket) => void socket.end()],
    ['resets', (socket) => void socket.resetAndDestroy()],
    ['ends within its answer', (socket) => void socket.end(protocol === 'http' ? 'HTTP/1.1 200' : '\x05')],
    ['speaks something else', (socket) => void socket.write('220 mail.example ESMTP ready\r\n')],
  ])('that %s has failed', async (_, take) => {
    expect(await exchange(upstream(protocol, await listen(take)))).toBe('upstream_failed');
  });

  it('that listens nowhere, or whose name does not exist, has failed', async () => {
    expect(await exchange(upstream(protocol, 1))).toBe('upstream_failed');
    expect(await exchange(upstream(protocol, 1080, { host: 'no-such-host.invalid' }))).toBe('upstream_failed');
  });

  it('that says nothing is a failure after the time for all tries, and its connection closed', async () => {
    let taken = 0;
    let gone = 0;
    const port = await listen((socket) => {
      taken += 1;
      socket.on('close', () => (gone += 1));
      socket.on('end', () => socket.end());
      socket.resume();
    });
    expect(await connection(upstream(protocol, port), '127.0.0.1', target, dialerOf(1))).toEqual({ refusal: 'upstream_failed' });
    const cancel = dialer.dial(upstream(protocol, port), { host: '127.0.0.1', port: target }, () => expect.unreachable());
    await expect.poll(() => taken).toBe(2);
    cancel();
    await expect.poll(() => gone).toBe(2);
  });

  it('of a supplier elsewhere is not connected to on this machine, by a literal or by a name', async () => {
    let taken = 0;
    const port = await listen(() => {
      taken += 1;
    });
    for (const host of ['127.0.0.1', 'localhost', '127.1']) {
      expect(await exchange(upstream(protocol, port, { host, outside: true }))).toBe('upstream_failed');
    }
    expect(taken).toBe(0);
  });

  it('may be a name of this machine on an inner address; the target may not', async () => {
    const inner = await listen((socket) => void socket.end(), '127.0.0.1');
    const exit = upstream(protocol, inner, { host: 'localhost' });
    expect(await exchange(exit, '127.0.0.1')).toBe('upstream_failed');
    for (const host of ['10.0.0.1', '127.0.0.2', 'localhost', '::ffff:a9fe:a9fe']) {
      expect(await exchange(exit, host)).toBe('forbidden_target');
    }
  });
});
