/** Rate limits in a store that several servers share, and what happens when that store is down or slow (issue, «Limits»). */
import http from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { limits } from '#server/kernel/limits.ts';
import { WINDOW_MS } from '#server/rest/rate-limit/algorithm.ts';
import { createSlidingLog } from '#server/rest/rate-limit/sliding-log.ts';
import { call, refused } from '#tests/harness/client.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { startStandInRedis } from '#tests/harness/redis.ts';
import { BASE, newReseller, type Reseller } from '#tests/harness/reseller.ts';
import { scratchEnv, startServer } from '#tests/harness/server.ts';
import { type OwnSite, startSite } from '#tests/harness/site.ts';
import { usually } from '#tests/harness/usually.ts';

const perKey = limits.requestsPerMinutePerKey;
/** What a store that answers gets for it: it lives in the test's own process, which may stand still for a moment. */
const LONG_MS = 5_000;
/** What a store that hangs gets. */
const PATIENCE_MS = 2_000;
const atEnd: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of atEnd.splice(0).toReversed()) await end();
});

async function siteWith(env: Record<string, string>, patienceMs = LONG_MS): Promise<OwnSite> {
  const site = await startSite({ env: { ...env, RATE_LIMIT_PATIENCE_MS: String(patienceMs) } });
  atEnd.push(async () => {
    await site.server.stop();
    await site.services.db.close();
  });
  return site;
}

/** A Redis that counts as the script does. */
async function countingRedis() {
  const log = createSlidingLog(WINDOW_MS, 1_000);
  const redis = await startStandInRedis((bucket, limit, _window, now) => {
    const { allowed, remaining, resetMs } = log.take(bucket, limit, now);
    return [allowed ? 1 : 0, remaining, Math.ceil(resetMs)];
  });
  atEnd.push(() => redis.close());
  return redis;
}

async function countAccepted(reseller: Reseller, calls: number): Promise<number> {
  let accepted = 0;
  for (let time = 0; time < calls; time += 1) {
    const answer = await reseller.balance();
    if (answer.status === 200) accepted += 1;
    else refused(answer, 429, 'rate_limited');
  }
  return accepted;
}

/** Milliseconds of five calls, as they usually take: whoever waits for a store that hangs takes as long as it is given. */
const usualTime = (reseller: Reseller) =>
  usually(async () => {
    const start = performance.now();
    await reseller.balance();
    return performance.now() - start;
  });

const linesWith = (site: OwnSite, words: string) =>
  site.server
    .output()
    .split('\n')
    .filter((line) => line.includes(words)).length;
const failures = (site: OwnSite) => linesWith(site, 'the rate limit store failed');
const recoveries = (site: OwnSite) => linesWith(site, 'the rate limit store is back');

describe('a Redis', () => {
  test('is asked for every request, by the script’s name once it knows the script', async () => {
    const redis = await countingRedis();
    const site = await siteWith({ REDIS_URL: redis.url });
    const reseller = await newReseller(site);
    expect(await countAccepted(reseller, perKey + 3)).toBe(perKey);
    const asked = redis.commands.filter((name) => name.startsWith('EVAL'));
    expect(asked.filter((name) => name === 'EVAL').length).toBeLessThan(3);
    expect(asked.length).toBeGreaterThanOrEqual(2 * perKey);
    expect(failures(site)).toBe(0);
  });

  test('makes two servers keep one limit together', async () => {
    const redis = await countingRedis();
    const one = await siteWith({ REDIS_URL: redis.url });
    const reseller = await newReseller(one);
    const other = await startServer({ ...scratchEnv(one.services.env.DATABASE_URL ?? ''), ...one.env });
    atEnd.push(() => other.stop());
    expect(await countAccepted(reseller, 20)).toBe(20);
    const statuses: number[] = [];
    for (let time = 0; time < 20; time += 1) {
      statuses.push((await call(other, { path: `${BASE}/balance`, headers: reseller.auth })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(perKey - 20);
  });

  test('that hangs holds up one request only, is logged once, and the limit holds', async () => {
    const redis = await countingRedis();
    const site = await siteWith({ REDIS_URL: redis.url }, PATIENCE_MS);
    const reseller = await newReseller(site);
    await call(site, { path: `${BASE}/balance` });
    redis.hang(true);
    await reseller.balance();
    expect(await usualTime(reseller)).toBeLessThan(PATIENCE_MS);
    expect(await countAccepted(reseller, perKey)).toBe(perKey - 6);
    await expect.poll(() => [failures(site), recoveries(site)]).toEqual([1, 0]);
  });

  test('that nobody runs is the same', async () => {
    const site = await siteWith({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` }, PATIENCE_MS);
    const reseller = await newReseller(site);
    await reseller.balance();
    expect(await usualTime(reseller)).toBeLessThan(PATIENCE_MS);
    expect(await countAccepted(reseller, perKey)).toBe(perKey - 6);
    await expect.poll(() => failures(site)).toBe(1);
  });

  test('that hangs in the middle of a minute: what was counted stays counted', async () => {
    const redis = await countingRedis();
    const site = await siteWith({ REDIS_URL: redis.url });
    const reseller = await newReseller(site);
    expect(await countAccepted(reseller, 20)).toBe(20);
    redis.hang(true);
    expect(await countAccepted(reseller, 20)).toBe(perKey - 20);
  });

  test('that comes back is in charge again, without anybody waiting meanwhile', async () => {
    const redis = await countingRedis();
    redis.hang(true);
    const site = await siteWith({ REDIS_URL: redis.url });
    const anybody = () => call(site, { path: `${BASE}/balance` });
    await anybody();
    await expect.poll(() => failures(site)).toBe(1);
    redis.hang(false);
    await expect.poll(async () => (await anybody()) && recoveries(site), { timeout: 20_000, interval: 200 }).toBe(1);
    const before = redis.commands.length;
    await anybody();
    expect(redis.commands.length).toBeGreaterThan(before);
    expect([failures(site), recoveries(site)]).toEqual([1, 1]);
  });
});

describe('Upstash', () => {
  type Command = readonly [string, ...unknown[]];

  /** Upstash's REST interface, as far as the site uses it. */
  async function startUpstash(behave: { hang?: boolean; fail?: boolean } = {}) {
    const log = createSlidingLog(WINDOW_MS, 1_000);
    const commands: string[] = [];
    let scriptKnown = false;
    const isPipeline = (body: Command | Command[]): body is Command[] => Array.isArray(body[0]);

    function answer([name, script, , bucket, limit, , now]: Command, authorized: boolean): object {
      commands.push(name.toUpperCase());
      if (behave.fail || !authorized) return { error: 'WRONGPASS' };
      if (name === 'eval' && String(script).startsWith('#!lua flags=allow-key-locking\n')) scriptKnown = true;
      if (!scriptKnown) return { error: 'NOSCRIPT No matching script' };
      const { allowed, remaining, resetMs } = log.take(String(bucket), Number(limit), Number(now));
      return { result: [allowed ? 1 : 0, remaining, Math.ceil(resetMs)] };
    }

    const server = http.createServer(async (request, response) => {
      if (behave.hang) return;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Command | Command[];
      const authorized = request.headers.authorization === 'Bearer upstash-token';
      // What its client has to say at one moment it says in one request.
      const answers = isPipeline(body) ? body.map((command) => answer(command, authorized)) : answer(body, authorized);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answers));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    atEnd.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as { port: number };
    const env = { UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${port}`, UPSTASH_REDIS_REST_TOKEN: 'upstash-token' };
    return { env, commands };
  }

  test('is asked for every request and keeps the limit', async () => {
    const upstash = await startUpstash();
    const site = await siteWith(upstash.env);
    expect(await countAccepted(await newReseller(site), perKey + 3)).toBe(perKey);
    expect(upstash.commands.length).toBeGreaterThanOrEqual(2 * perKey);
    expect(failures(site)).toBe(0);
  });

  test.each(['hang', 'fail'])('that is down (%s) is logged once, and the limit holds', async (how) => {
    const upstash = await startUpstash({ [how]: true });
    const site = await siteWith(upstash.env, PATIENCE_MS);
    const reseller = await newReseller(site);
    await reseller.balance();
    expect(await usualTime(reseller)).toBeLessThan(PATIENCE_MS);
    expect(await countAccepted(reseller, perKey)).toBe(perKey - 6);
    await expect.poll(() => [failures(site), recoveries(site)]).toEqual([1, 0]);
    expect(site.server.output()).not.toContain('upstash-token');
  });
});
