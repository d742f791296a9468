/** Stores of rate limits: in this process, on Upstash, on a Redis. All three count by the same algorithm through @upstash/ratelimit. */
import { Ratelimit } from '@upstash/ratelimit';
import {
  redisLook,
  redisScript,
  type Script,
  type ScriptRunner,
  type Standing,
  slidingLog,
  standingOf,
  upstashLook,
  upstashScript,
  WINDOW_MS,
} from './algorithm.ts';
import { createSlidingLog } from './sliding-log.ts';

/** What a bucket says to a request, as the RateLimit-* headers carry it. */
export interface Taken {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds, at least 1, until the bucket has room for one more: waiting that long always suffices. */
  readonly resetSeconds: number;
}

/** Counts requests in buckets. */
export interface RateLimitStore {
  /** Takes one of `limit` places of the last minute. A refused request is not counted. Rejects where the store cannot tell. */
  take(bucket: string, limit: number): Promise<Taken>;
  /** How full the bucket is, without taking a place. Rejects where the store cannot tell. */
  look(bucket: string, limit: number): Promise<Standing>;
}

/** A request to a store that does not answer is given up after this time, in milliseconds, so that none of them pile up. */
const GIVE_UP_MS = 5_000;
/** Buckets that the process remembers for a minute; some 100 bytes and 8 a request each. */
const MOST_BUCKETS = 100_000;

/** Never set back, unlike the wall clock. */
const monotonic = () => performance.now();

/** The process's own store. */
export interface LocalStore extends RateLimitStore {
  /** Counts a request that a remote store admitted, so that this one can take over in the middle of a minute. */
  note(bucket: string): void;
}

export function createLocalStore(): LocalStore {
  const log = createSlidingLog(WINDOW_MS, MOST_BUCKETS);
  const runner: ScriptRunner = {
    async evalsha(hash, [bucket], args) {
      if (hash === redisLook.hash) return log.moments(bucket as string, monotonic());
      const [limit, , now] = args as [number, number, number];
      const { allowed, remaining, resetMs } = log.take(bucket as string, limit, now);
      return [allowed ? 1 : 0, remaining, resetMs];
    },
    eval: () => Promise.reject(new Error('the process knows its scripts')),
  };
  const store = createStore(runner, { take: redisScript, look: redisLook }, monotonic, 0);
  return { ...store, note: (bucket) => log.note(keyOf(bucket), monotonic()) };
}

/** A store on Upstash. @param patienceMs after which a take rejects. */
export async function createUpstashStore(url: string, token: string, patienceMs: number): Promise<RateLimitStore> {
  const { Redis } = await import('@upstash/redis');
  const redis = new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(GIVE_UP_MS),
  });
  return createStore(redis, { take: upstashScript, look: upstashLook }, Date.now, patienceMs);
}

/**
 * A store on a Redis (or Valkey) of the operator's own. The client connects by itself, and again when it lost the connection.
 * @param patienceMs after which a take rejects.
 * @param onError told of every trouble with the connection.
 */
export async function createRedisStore(
  url: string,
  patienceMs: number,
  onError: (error: Error) => void,
): Promise<RateLimitStore> {
  const { createClient } = await import('redis');
  const client = createClient({
    url,
    // What waits for a connection is dropped in time: nobody counts a request that was answered long ago.
    commandOptions: { timeout: patienceMs },
    pingInterval: 5_000,
    socket: { connectTimeout: 2_000, socketTimeout: 15_000, reconnectStrategy: 1_000 },
  });
  client.on('error', onError);
  client.connect().catch(onError);
  client.unref();
  const strings = (args: unknown[]) => args.map(String);
  const runner: ScriptRunner = {
    evalsha: (hash, keys, args) => client.evalSha(hash, { keys, arguments: strings(args) }),
    eval: (script, keys, args) => client.eval(script, { keys, arguments: strings(args) }),
  };
  return createStore(runner, { take: redisScript, look: redisLook }, Date.now, patienceMs);
}

const PREFIX = 'isp-proxy-site:rate';

/** The name under which `Ratelimit` keeps a bucket. */
function keyOf(bucket: string): string {
  return `${PREFIX}:${bucket}`;
}

function createStore(
  runner: ScriptRunner,
  scripts: { take: Script; look: Script },
  clock: () => number,
  timeout: number,
): RateLimitStore {
  // `Ratelimit` wants a few commands more by type, for features that are off here.
  const redis = runner as unknown as ConstructorParameters<typeof Ratelimit>[0]['redis'];
  const ratelimits = new Map<number, Ratelimit>();
  return {
    async take(bucket, limit) {
      let ratelimit = ratelimits.get(limit);
      if (!ratelimit) {
        const limiter = slidingLog(limit, scripts.take, clock);
        ratelimit = new Ratelimit({ redis, limiter, timeout, prefix: PREFIX, ephemeralCache: false, enableTelemetry: false });
        ratelimits.set(limit, ratelimit);
      }
      const { success, remaining, reset, reason } = await ratelimit.limit(bucket);
      // Left to itself it lets a request pass when the store is slow.
      if (reason === 'timeout') throw new Error(`the rate limit store took more than ${timeout} ms`);
      return { allowed: success, limit, remaining, resetSeconds: Math.max(1, Math.ceil((reset - clock()) / 1_000)) };
    },
    look: (bucket, limit) => standingOf(runner, scripts.look, keyOf(bucket), limit, clock()),
  };
}
