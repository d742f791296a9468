/**
 * The rate limit store of this process, made once from the environment. The custom server and Next's bundle hold copies of this module, so
 * it hangs on the process.
 */
import type { Services } from '#server/kernel/services.ts';
import { withFallback } from './fallback.ts';
import { createLocalStore, createRedisStore, createUpstashStore, type RateLimitStore } from './store.ts';

const key = Symbol.for('site.rate-limits');
const slot = globalThis as { [key]?: RateLimitStore | Promise<RateLimitStore> };

/** The store: Upstash or Redis where the environment names one, with the process's own behind it; else that alone. */
export function rateLimitStore(services: Services): RateLimitStore | Promise<RateLimitStore> {
  slot[key] ??= openStore(services);
  return slot[key];
}

async function openStore(services: Services): Promise<RateLimitStore> {
  const store = await chosenStore(services);
  // From here on without a promise in the way of every request.
  slot[key] = store;
  return store;
}

async function chosenStore({ env, log }: Services): Promise<RateLimitStore> {
  const local = createLocalStore();
  const {
    UPSTASH_REDIS_REST_URL: url,
    UPSTASH_REDIS_REST_TOKEN: token,
    REDIS_URL: redisUrl,
    RATE_LIMIT_PATIENCE_MS: patience,
  } = env;
  if (url && token) return withFallback(await warm(await createUpstashStore(url, token, patience)), local, log);
  if (redisUrl) {
    const onError = (error: Error) => log.debug({ err: error }, 'the connection to the rate limit store broke');
    return withFallback(await warm(await createRedisStore(redisUrl, patience, onError)), local, log);
  }
  return local;
}

/** Lets a store connect and load its script: that takes longer than a request is made to wait, and is no failure. */
async function warm(store: RateLimitStore): Promise<RateLimitStore> {
  await store.take('opening', 1).catch(() => {});
  return store;
}
