/**
 * The one algorithm behind every store, in the form that @upstash/ratelimit takes: an exact sliding window (decision 6). Its own
 * `slidingWindow` estimates the past minute from two counters and so lets a burst pass around the minute's boundary.
 */
import { createHash } from 'node:crypto';
import type { Ratelimit } from '@upstash/ratelimit';
import { limits } from '#server/kernel/limits.ts';

type Algorithm = ConstructorParameters<typeof Ratelimit>[0]['limiter'];

export const WINDOW_MS = limits.rateWindowSeconds * 1_000;

/** What the algorithm needs of a Redis. */
export interface ScriptRunner {
  evalsha(hash: string, keys: string[], args: unknown[]): Promise<unknown>;
  eval(script: string, keys: string[], args: unknown[]): Promise<unknown>;
}

/**
 * KEYS[1] is a list of the moments that count, oldest first; ARGV are limit, window and now, in milliseconds. A refused request leaves no
 * trace (decision 3). Returns allowed (1 or 0), remaining, and milliseconds until the oldest leaves.
 */
const TAKE = `
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local newest = redis.call('LINDEX', KEYS[1], -1)
if newest and tonumber(newest) > tonumber(now) then now = newest end -- the clocks of two servers may differ
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= tonumber(now) - window do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local used, allowed = redis.call('LLEN', KEYS[1]), 0
if used < limit then
  redis.call('RPUSH', KEYS[1], now)
  redis.call('PEXPIRE', KEYS[1], window)
  used, allowed = used + 1, 1
end
return {allowed, math.max(0, limit - used), tonumber(oldest or now) + window - tonumber(now)}
`;

/** The moments of KEYS[1], oldest first, those that have left the window among them; nothing is counted by looking. */
const LOOK = `return redis.call('LRANGE', KEYS[1], 0, -1)`;

/** A script and the name by which a Redis that saw it before finds it again. */
export interface Script {
  readonly text: string;
  readonly hash: string;
}

function script(text: string): Script {
  return { text, hash: createHash('sha1').update(text).digest('hex') };
}

/** Upstash locks its whole database during a script unless told that only the named keys are touched; Redis refuses that very line. */
const UPSTASH_FLAGS = '#!lua flags=allow-key-locking\n';

export const redisScript = script(TAKE);
export const upstashScript = script(`${UPSTASH_FLAGS}${TAKE}`);
export const redisLook = script(LOOK);
export const upstashLook = script(`${UPSTASH_FLAGS}${LOOK}`);

/**
 * The last `limit` requests within the window, as an algorithm for `Ratelimit`.
 * @param clock milliseconds; the store and its callers share it.
 */
export function slidingLog(limit: number, take: Script, clock: () => number): Algorithm {
  const algorithm: ReturnType<Algorithm> = {
    async limit({ redis }, bucket) {
      const now = clock();
      const reply = await run(redis, take, bucket, [limit, WINDOW_MS, now]);
      if (!Array.isArray(reply) || reply.length !== 3) throw new Error('the rate limit store gave an answer of another shape');
      const [allowed, remaining, resetMs] = reply.map(Number) as [number, number, number];
      return { success: allowed === 1, limit, remaining, reset: now + resetMs, pending: Promise.resolve() };
    },
    // Ratelimit's interface has these two; the site counts only by asking for a place.
    getRemaining: () => Promise.reject(new Error('not supported')),
    resetTokens: () => Promise.reject(new Error('not supported')),
  };
  return () => algorithm;
}

/** How full a bucket is. */
export interface Standing {
  readonly limit: number;
  /** Requests of the last minute that count. */
  readonly used: number;
  /** Whole seconds until the oldest of them counts no more; 0 where there is none. */
  readonly resetSeconds: number;
}

/** How full a bucket is at this moment of the store's clock. */
export async function standingOf(
  redis: ScriptRunner,
  look: Script,
  bucket: string,
  limit: number,
  now: number,
): Promise<Standing> {
  const moments = await run(redis, look, bucket, []);
  if (!Array.isArray(moments)) throw new Error('the rate limit store gave an answer of another shape');
  const counted = moments.map(Number).filter((moment) => moment > now - WINDOW_MS);
  const [oldest] = counted;
  return {
    limit,
    used: counted.length,
    resetSeconds: oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1_000)),
  };
}

async function run(redis: ScriptRunner, { hash, text }: Script, bucket: string, args: number[]): Promise<unknown> {
  try {
    return await redis.evalsha(hash, [bucket], args);
  } catch (error) {
    if (!String(error).includes('NOSCRIPT')) throw error;
    return redis.eval(text, [bucket], args);
  }
}
