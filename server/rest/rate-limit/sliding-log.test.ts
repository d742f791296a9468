/** The exact sliding window: never more than the limit in any window, and never fewer than could be. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSlidingLog } from './sliding-log.ts';

const WINDOW = 60_000;

/** Counts by looking at everything that was ever admitted. */
function reference(limit: number) {
  const admitted: number[] = [];
  return (now: number) => {
    const counted = admitted.filter((moment) => moment > now - WINDOW);
    const allowed = counted.length < limit;
    if (allowed) admitted.push(now);
    const oldest = counted[0] ?? now;
    return { allowed, remaining: limit - counted.length - (allowed ? 1 : 0), resetMs: oldest + WINDOW - now };
  };
}

test('it decides as one would who remembers every request', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }),
      (limit, gaps) => {
        const log = createSlidingLog(WINDOW, 1_000);
        const expected = reference(limit);
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          expect(log.take('a', limit, now)).toEqual(expected(now));
        }
      },
    ),
  );
});

test('waiting for the reset always suffices, and a moment less never does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 5, maxLength: 40 }), (gaps) => {
      const log = createSlidingLog(WINDOW, 1_000);
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        const { allowed, resetMs } = log.take('a', 5, now);
        if (allowed) continue;
        expect(log.take('a', 5, now + resetMs - 1).allowed).toBe(false);
        now += resetMs;
        expect(log.take('a', 5, now).allowed).toBe(true);
      }
    }),
  );
});

describe('buckets', () => {
  test('do not disturb one another', () => {
    const log = createSlidingLog(WINDOW, 1_000);
    for (let time = 0; time < 5; time += 1) log.take('a', 5, 0);
    expect(log.take('a', 5, 0).allowed).toBe(false);
    expect(log.take('b', 5, 0)).toEqual({ allowed: true, remaining: 4, resetMs: WINDOW });
  });

  test('survive the turn from one window to the next', () => {
    const log = createSlidingLog(WINDOW, 1_000);
    log.take('other', 5, 0);
    for (let time = 0; time < 5; time += 1) log.take('a', 5, WINDOW - 1);
    expect(log.take('a', 5, WINDOW).allowed).toBe(false);
    expect(log.take('a', 5, 2 * WINDOW - 2).allowed).toBe(false);
    expect(log.take('a', 5, 2 * WINDOW - 1).allowed).toBe(true);
  });

  test('are forgotten early rather than fill the memory, the least recent first', () => {
    const log = createSlidingLog(WINDOW, 100);
    log.take('kept', 1, 0);
    for (let time = 0; time < 10_000; time += 1) {
      log.take(`stranger ${time}`, 1, time);
      if (time % 50 === 0) expect(log.take('kept', 1, time).allowed).toBe(false);
    }
    expect(log.take('stranger 0', 1, 10_000).allowed).toBe(true);
  });

  test('take note of what another store admitted', () => {
    const log = createSlidingLog(WINDOW, 1_000);
    for (let time = 0; time < 3; time += 1) log.note('a', 0);
    expect(log.take('a', 4, 1).allowed).toBe(true);
    expect(log.take('a', 4, 2).allowed).toBe(false);
  });
});
