/** Keeps limits when the store that several servers share is down or slow. */
import type { Log } from '#server/kernel/log.ts';
import type { LocalStore, RateLimitStore } from './store.ts';

/** A store that failed is asked again after this time, in milliseconds. */
const PAUSE_MS = 3_000;

/**
 * Counts in the shared store, and in the process where that fails. After a failure nobody waits for the shared store: every few seconds one
 * request's count is sent to it on the side, and when that succeeds it is in charge again. Both changes are logged once.
 */
export function withFallback(shared: RateLimitStore, local: LocalStore, log: Log): RateLimitStore {
  let down = false;
  let askAgainAt = 0;

  function failed(error: unknown): void {
    askAgainAt = performance.now() + PAUSE_MS;
    if (down) return;
    down = true;
    log.error({ err: error }, 'the rate limit store failed: this process keeps the limits by itself until it is back');
  }

  function recovered(): void {
    if (!down) return;
    down = false;
    log.info('the rate limit store is back');
  }

  return {
    look: (bucket, limit) =>
      down ? local.look(bucket, limit) : shared.look(bucket, limit).catch(() => local.look(bucket, limit)),
    async take(bucket, limit) {
      if (down) {
        if (performance.now() >= askAgainAt) {
          askAgainAt = performance.now() + PAUSE_MS;
          shared.take(bucket, limit).then(recovered, failed);
        }
        return local.take(bucket, limit);
      }
      try {
        const taken = await shared.take(bucket, limit);
        if (taken.allowed) local.note(bucket);
        return taken;
      } catch (error) {
        failed(error);
        return local.take(bucket, limit);
      }
    },
  };
}
