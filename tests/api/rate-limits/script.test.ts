/** The rate limit script on a real Redis (or Valkey), where this machine has one: it decides as the process's own store does. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '#server/kernel/limits.ts';
import { redisScript, WINDOW_MS } from '#server/rest/rate-limit/algorithm.ts';
import { createSlidingLog } from '#server/rest/rate-limit/sliding-log.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { newReseller } from '#tests/harness/reseller.ts';
import { startSite } from '#tests/harness/site.ts';

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);

describe.skipIf(!program)(`on ${program}`, () => {
  let folder: string;
  let url: string;
  let server: ReturnType<typeof spawn>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'rate-limit-redis-'));
    const port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    server = spawn(String(program), ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
      stdio: 'ignore',
    });
    await vi.waitUntil(() => answers(url), { timeout: 60_000 });
  });

  afterAll(async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  test('it admits, refuses and resets exactly as the store in memory, over minutes of a random walk', async () => {
    const client = createClient({ url });
    await client.connect();
    const log = createSlidingLog(WINDOW_MS, 1_000);
    let now = 1_800_000_000_000;
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let step = 0; step < 3_000; step += 1) {
      now += random(100) === 0 ? random(90_000) : random(2_500);
      const bucket = `walk:${random(2)}`;
      const args = [5, WINDOW_MS, now].map(String);
      const [allowed, remaining, resetMs] = (await client.eval(redisScript.text, {
        keys: [bucket],
        arguments: args,
      })) as number[];
      expect({ allowed: allowed === 1, remaining, resetMs }).toEqual(log.take(bucket, 5, now));
    }
    client.destroy();
  });

  test('a clock that runs behind another server’s counts from the later one', async () => {
    const client = createClient({ url });
    await client.connect();
    const take = (now: number) =>
      client.eval(redisScript.text, { keys: ['clocks'], arguments: ['2', String(WINDOW_MS), String(now)] });
    expect(await take(1_000_000)).toEqual([1, 1, WINDOW_MS]);
    expect(await take(999_000)).toEqual([1, 0, WINDOW_MS]);
    expect(await take(999_500)).toEqual([0, 0, WINDOW_MS]);
    client.destroy();
  });

  test('nothing is left behind once a window has passed', async () => {
    const client = createClient({ url });
    await client.connect();
    await client.eval(redisScript.text, { keys: ['expiry'], arguments: ['5', '60', String(Date.now())] });
    await expect.poll(() => client.exists('expiry')).toBe(0);
    client.destroy();
  });

  test('the site keeps its limits there', async () => {
    const site = await startSite({ env: { REDIS_URL: url, RATE_LIMIT_PATIENCE_MS: '5000' } });
    const reseller = await newReseller(site);
    const statuses = await Promise.all(
      Array.from({ length: limits.requestsPerMinutePerKey + 4 }, async () => (await reseller.balance()).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(limits.requestsPerMinutePerKey);
    expect(site.server.output()).not.toContain('rate limit store');
    await site.server.stop();
    await site.services.db.close();
  });
});

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  return client.connect().then(
    () => {
      client.destroy();
      return true;
    },
    () => false,
  );
}
