/**
 * Entry points on machines of their own: what the operator's command prints is all that one needs, and several serve one site.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addExits, buy, type GatewaySite } from '#tests/harness/gateway.ts';
import { gatewayEnv } from '#tests/harness/gateway-env.ts';
import { newReseller } from '#tests/harness/reseller.ts';
import { resetProxy, type Session, sessionOf } from '#tests/harness/session.ts';
import { ownSite } from '#tests/harness/site.ts';
import { isAccepted, openTunnel } from '#tests/harness/socks5.ts';
import { startEcho, type Target } from '#tests/harness/targets.ts';
import { usually } from '#tests/harness/usually.ts';
import { Wire } from '#tests/harness/wire.ts';
import { operatorOf } from '#tests/operator/command.ts';

interface EntryPoint {
  readonly process: ChildProcess;
  readonly port: number;
}

const { GATEWAY: _ofTheSite, ...settings } = gatewayEnv;
const running = ownSite();

let folder: string;
let first: EntryPoint;
let second: EntryPoint;
let proxy: GatewaySite['proxies'][number];
let session: Session;
let echo: Target;

beforeAll(async () => {
  const site = running();
  echo = await startEcho();
  await addExits(site, 1);
  const buyer = await newReseller(site);
  session = await sessionOf(site, buyer);
  const [bought] = await buy(site, buyer, 1);
  if (!bought) throw new Error('nothing was bought');
  proxy = bought;
  folder = await mkdtemp(path.join(os.tmpdir(), 'proxy-site-alone-'));
  const { code, stdout } = await operatorOf(site.env).run('gateway', 'env');
  expect(code).toBe(0);
  await writeFile(path.join(folder, 'gateway.env'), stdout);
  [first, second] = await Promise.all([startAlone(), startAlone()]);
});

afterAll(async () => {
  for (const one of [first, second]) one?.process.kill('SIGKILL');
  await echo?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts one as the README says, on a free port. */
async function startAlone(): Promise<EntryPoint> {
  const child = spawn(process.execPath, [`--env-file=${path.join(folder, 'gateway.env')}`, 'server/gateway/main.ts'], {
    env: { ...settings, PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const listening = () => {
    const [, port] = /"port":(\d+),.*the entry point listens/.exec(printed) ?? [];
    expect(port).toBeDefined();
    return Number(port);
  };
  return { process: child, port: await vi.waitFor(listening, { timeout: 60_000 }) };
}

test('each serves what the site has sold', async () => {
  for (const { port } of [first, second]) {
    const wire = await openTunnel(port, proxy, '127.0.0.1', echo.port);
    expect((await wire.send('here').take(4)).toString()).toBe('here');
    expect(echo.peers.at(-1)).toBe(proxy.exit);
    wire.close();
  }
});

test('a reset counts at each of them within a second', async () => {
  const old = proxy;
  const took = await usually(async () => {
    const wires = await Promise.all([first, second].map(({ port }) => openTunnel(port, proxy, '127.0.0.1', echo.port)));
    const { password } = await resetProxy(session, proxy.proxy_id);
    const since = performance.now();
    await Promise.all(wires.map((wire) => wire.takeRest()));
    proxy = { ...proxy, password };
    return performance.now() - since;
  });
  expect(took).toBeLessThan(1_000);
  for (const { port } of [first, second]) expect(await isAccepted(port, old)).toBe(false);
  for (const { port } of [first, second]) expect(await isAccepted(port, proxy)).toBe(true);
});

test('a Ctrl-C under npm, which comes twice, ends one in order: what is open goes on, and all use is kept', async () => {
  const { prisma } = running().services.db;
  const used = () => prisma.$queryRaw<{ up: number }[]>`SELECT sum(up_bytes)::float8 AS up FROM proxy_usage`;
  const kept = await openTunnel(second.port, proxy, '127.0.0.1', echo.port);
  await kept.send('s'.repeat(700)).take(700);
  const wire = await openTunnel(first.port, proxy, '127.0.0.1', echo.port);
  first.process.kill('SIGINT');
  // Two that come at the very same moment would be one.
  await vi.waitFor(() => expect(Wire.open(first.port)).rejects.toThrow('ECONNREFUSED'), { interval: 5, timeout: 20_000 });
  first.process.kill('SIGINT');
  expect((await wire.send('x'.repeat(900)).take(900)).length).toBe(900);
  const ended = once(first.process, 'exit');
  wire.close();
  expect(await ended).toEqual([0, null]);
  kept.close();
  // Four bytes of the first test went through each.
  await vi.waitFor(async () => expect(await used()).toEqual([{ up: 8 + 700 + 900 }]), { timeout: 50_000, interval: 500 });
});
