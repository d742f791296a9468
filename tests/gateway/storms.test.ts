/**
 * Hostile clients and targets in numbers: the entry point neither falls nor keeps anything of them, and
 * serves the others all the while.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type GatewaySite, gatewayPid, gatewaySite, metric } from '#tests/harness/gateway.ts';
import { connect, connectTunnel, head, proxyAuthorization } from '#tests/harness/http-proxy.ts';
import { greeting, login, openTunnel, request } from '#tests/harness/socks5.ts';
import { startEcho, startTcp, type Target } from '#tests/harness/targets.ts';
import { Wire } from '#tests/harness/wire.ts';

const most = 150;
const idleSeconds = 100;

const running = gatewaySite({
  env: {
    GATEWAY_IDLE_SECONDS: String(idleSeconds),
    GATEWAY_HANDSHAKE_SECONDS: '5',
    GATEWAY_TUNNELS_PER_PROXY: String(most),
    GATEWAY_TUNNELS_PER_ACCOUNT: String(most),
  },
});

let port: number;
let pid: number;
let who: GatewaySite['proxies'][number];
let echo: Target;
/** Takes the connection and never says a word. */
let silent: Target;

beforeAll(async () => {
  const [first] = running().proxies;
  if (!first) throw new Error('a proxy is needed');
  who = first;
  port = running().port;
  pid = await gatewayPid(running().site);
  echo = await startEcho();
  silent = await startTcp((socket) => socket.resume());
});
afterAll(async () => {
  await echo?.close();
  await silent?.close();
});

/** Nothing is left of what the test did, and the process is the one that it was. */
afterEach(async () => {
  const { site } = running();
  await vi.waitFor(
    async () => {
      expect(await metric(site, 'gateway_connections')).toBe(0);
      expect(await metric(site, 'gateway_tunnels')).toBe(0);
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(await gatewayPid(site)).toBe(pid);
  expect((await readdir(`/proc/${pid}/fd`)).length).toBeLessThan(60);
  // All that may be open can be open: nothing that is gone counts any more.
  const wires = await Promise.all(Array.from({ length: most }, () => openTunnel(port, who, '127.0.0.1', echo.port, '127.0.7.1')));
  for (const wire of wires) {
    expect((await wire.send('x').take(1)).toString()).toBe('x');
    wire.close();
  }
});

/** A client that reads only where it is told to. @param host of 127.0.0.0/8, that failures are counted by. */
async function client(host: string): Promise<Socket> {
  const socket = connectTcp({ port, host: '127.0.0.1', localAddress: host, allowHalfOpen: true, noDelay: true });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Runs `attack` over and over, `abreast` at a time. */
async function storm(seconds: number, abreast: number, attack: () => Promise<void>): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: abreast }, async () => {
      while (performance.now() < until) await attack();
    }),
  );
}

const oneOf = <T>(choices: readonly [T, ...T[]]): T => choices[randomInt(choices.length)] ?? choices[0];

/** Leaves as clients do: politely, with a reset, with half a goodbye, or not at all for a while. */
async function leave(socket: Socket): Promise<void> {
  oneOf([() => socket.resetAndDestroy(), () => socket.end(), () => socket.destroy(), () => {}])();
  setTimeout(() => socket.resetAndDestroy(), randomInt(1_500));
}

test('whoever fails to authenticate cannot make it keep what it sends', { timeout: 60_000 }, async () => {
  const clients = 1_500;
  const bytes = Buffer.concat([Buffer.from(connect({ ...who, password: 'wrong' }, '127.0.0.1:80')), Buffer.alloc(200_000, 'a')]);
  const sockets = await Promise.all(Array.from({ length: clients }, (_, index) => client(`127.0.8.${1 + (index % 100)}`)));
  for (const socket of sockets) socket.write(bytes);
  // While they wait for their refusal, which is longer on a busy machine; what a look-up has kept is garbage by then.
  let kept = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 15 || (await metric(running().site, 'gateway_connections')) > clients / 2; look += 1) {
    await sleep(100);
    kept = Math.min(kept, await metric(running().site, 'nodejs_external_memory_bytes'));
  }
  for (const socket of sockets) socket.destroy();
  // They sent 300 MB, and could make it keep some 128 KB each.
  expect(kept).toBeLessThan(clients * 65_536);
});

test('clients that send anything, cut it anywhere and leave in any way', { timeout: 60_000 }, async () => {
  const authority = `127.0.0.1:${echo.port}`;
  const asked = (name: string) => request(name, echo.port);
  const messages: [() => Buffer, ...(() => Buffer)[]] = [
    () => Buffer.concat([greeting(), login(who), asked('127.0.0.1'), Buffer.from('payload')]),
    () => Buffer.concat([greeting(), login({ ...who, password: 'wrong' }), asked('127.0.0.1')]),
    () => Buffer.concat([greeting(), login(who), asked('127.0.0.1').subarray(0, 3), randomBytes(300)]),
    () => Buffer.concat([greeting(), Buffer.from([1]), randomBytes(600)]),
    () => Buffer.from(`${connect(who, authority)}payload`),
    () => Buffer.from(connect(who, '127.0.0.1:1')),
    () => Buffer.from(connect({ username: `isp${randomInt(1e9)}`, password: 'x' }, authority)),
    () =>
      Buffer.from(
        `${head(`POST http://${authority}/ HTTP/1.1`, 'Transfer-Encoding: chunked', proxyAuthorization(who))}5\r\nhello`,
      ),
    () => Buffer.from(`GET http://a/ HTTP/1.1\r\n${'a: b\r\n'.repeat(randomInt(4_000))}`),
    () => Buffer.from('\r\n'.repeat(1 + randomInt(9_000))),
    () => randomBytes(1 + randomInt(2_000)),
  ];
  await storm(8, 50, async () => {
    const message = oneOf(messages)();
    const bytes = message.subarray(0, randomInt(message.length + 1));
    const socket = await client(`127.0.9.${1 + randomInt(250)}`);
    if (randomInt(2) === 0) socket.resume();
    const step = Math.max(1, oneOf([bytes.length, Math.ceil(bytes.length / 2), Math.ceil(bytes.length / 20)]));
    for (let at = 0; at < bytes.length; at += step) {
      socket.write(bytes.subarray(at, at + step));
      if (randomInt(3) === 0) await sleep(randomInt(4));
    }
    await sleep(randomInt(30));
    await leave(socket);
  });
});

test('targets that reset, end, flood or never read, before and after the client does', { timeout: 60_000 }, async () => {
  const targets: [Target, ...Target[]] = [
    await startTcp((socket) => socket.resetAndDestroy()),
    await startTcp((socket) => socket.end('bye')),
    await startTcp((socket) => socket.write(Buffer.alloc(3_000_000))),
    await startTcp((socket) => socket.write('hello', () => socket.resetAndDestroy())),
    await startTcp((socket) => socket.pause()),
    await startTcp((socket) => socket.resume().end(Buffer.alloc(100_000))),
  ];
  await storm(8, 30, async () => {
    const target = oneOf(targets);
    const socket = await client(`127.0.9.${1 + randomInt(250)}`);
    if (randomInt(3) > 0) socket.resume();
    const asked = oneOf([
      Buffer.concat([greeting(), login(who), request('127.0.0.1', target.port)]),
      Buffer.from(connect(who, `127.0.0.1:${target.port}`)),
      Buffer.from(head(`POST http://127.0.0.1:${target.port}/ HTTP/1.1`, 'Content-Length: 900000', proxyAuthorization(who))),
    ]);
    socket.write(asked);
    if (randomInt(2) === 0) socket.write(Buffer.alloc(1 + randomInt(900_000)));
    await sleep(randomInt(30));
    await leave(socket);
  });
  for (const target of targets) await target.close();
});

test('a client that left while its target is silent does not stay for the whole idle time', { timeout: 120_000 }, async () => {
  const opened = () => metric(running().site, 'gateway_tunnels_opened_total');
  const before = await opened();
  const stays = await connectTunnel(port, who, `127.0.0.1:${silent.port}`);
  const left = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const wire = await Wire.open(port);
      wire.send(head(`GET http://127.0.0.1:${silent.port}/ HTTP/1.1`, proxyAuthorization(who))).finishSending();
      return wire;
    }),
  );
  await vi.waitFor(async () => expect((await opened()) - before).toBe(11), { timeout: 20_000 });
  for (const wire of left) wire.socket.resetAndDestroy();
  await vi.waitFor(async () => expect(await metric(running().site, 'gateway_tunnels')).toBe(1), {
    timeout: (idleSeconds / 2) * 1_000,
    interval: 500,
  });
  expect(stays.isOver).toBe(false);
  stays.close();
});

test('without file descriptors it turns clients away, and takes them again afterwards', { timeout: 60_000 }, async () => {
  const limit = (soft: number) => execFileSync('prlimit', ['--pid', String(pid), `--nofile=${soft}:`]);
  limit((await readdir(`/proc/${pid}/fd`)).length + 20);
  try {
    // Who is turned away may learn of it before the connection is known to be there.
    const clients = await Promise.allSettled(Array.from({ length: 100 }, () => client('127.0.10.1')));
    const sockets = clients.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    // Whoever it was, nothing else that this test does ends a connection.
    const turnedAway = Promise.race(sockets.map((socket) => Promise.race([once(socket, 'end'), once(socket, 'close')])));
    for (const socket of sockets) socket.resume().write(connect(who, `127.0.0.1:${echo.port}`));
    if (sockets.length === clients.length) await turnedAway;
    for (const socket of sockets) socket.destroy();
  } finally {
    limit(4_096);
  }
  const wire = await connectTunnel(port, who, `127.0.0.1:${echo.port}`);
  expect((await wire.send('here again').take(10)).toString()).toBe('here again');
  wire.close();
});
