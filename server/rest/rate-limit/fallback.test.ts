/** The limits hold while the shared store is away, nobody waits for it, and both changes are logged once. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '#server/kernel/log.ts';
import { withFallback } from './fallback.ts';
import { createLocalStore, type RateLimitStore, type Taken } from './store.ts';

// Time stands still: how long this machine takes is another matter.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const LIMIT = 3;

/** A shared store of which a test holds the switch. */
function sharedStore() {
  const counted = createLocalStore();
  const state = { up: true, asked: 0 };
  const store: RateLimitStore = {
    look: (bucket, limit) => (state.up ? counted.look(bucket, limit) : Promise.reject(new Error('down'))),
    take(bucket, limit): Promise<Taken> {
      state.asked += 1;
      return state.up ? counted.take(bucket, limit) : Promise.reject(new Error('down'));
    },
  };
  return { state, store };
}

function listener() {
  const lines: string[] = [];
  const log = createLog('silent');
  return { lines, log: Object.assign(Object.create(log) as typeof log, { error: note('error'), info: note('info') }) };
  function note(level: string) {
    return () => {
      lines.push(level);
    };
  }
}

describe('a shared store that fails', () => {
  test('is logged once, and what it had counted stays counted', async () => {
    const { state, store } = sharedStore();
    const { lines, log } = listener();
    const limiter = withFallback(store, createLocalStore(), log);
    expect((await limiter.take('a', LIMIT)).remaining).toBe(2);
    expect((await limiter.take('a', LIMIT)).remaining).toBe(1);
    state.up = false;
    expect(await limiter.take('a', LIMIT)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.take('a', LIMIT)).toMatchObject({ allowed: false, remaining: 0 });
    expect(lines).toEqual(['error']);
  });

  test('is not asked by those who come next', async () => {
    const { state, store } = sharedStore();
    const limiter = withFallback(store, createLocalStore(), listener().log);
    state.up = false;
    for (let time = 0; time < 10; time += 1) await limiter.take(`bucket ${time}`, LIMIT);
    expect(state.asked).toBe(1);
  });
});
