/** Days are those of UTC: a test that looks at one twice must not see it end in between. */
import { setTimeout as pause } from 'node:timers/promises';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Longer than what such a test does between its two looks, with room for a machine that stands still. */
const CLEAR_MS = 15_000;

/** Waits for the next day where this one is about to end. */
export async function clearOfMidnight(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left <= CLEAR_MS) await pause(left);
}
