/** Patience with a mail server. */
import { expect, it } from 'vitest';
import { secondsToNextTry } from './rules.ts';

it('waits twice as long after each try, up to an hour', () => {
  expect([1, 2, 3, 8, 50].map((attempts) => secondsToNextTry(attempts, 0, false))).toEqual([30, 60, 120, 3_600, 3_600]);
});

it('gives up after three days, and at once where the recipient is refused', () => {
  expect(secondsToNextTry(70, 3 * 86_400 - 3_600, false)).toBe(3_600);
  expect(secondsToNextTry(70, 3 * 86_400 - 3_599, false)).toBeNull();
  expect(secondsToNextTry(1, 0, true)).toBeNull();
});
