/** Days are those of UTC, by which the site counts: a test that needs a single one must not see it end. */
import { setTimeout as pause } from 'node:timers/promises';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Longer than most such tests take between their two looks, with room for a machine that stands still. */
const ROOM_MS = 15_000;

/** What is left of this day, in milliseconds. */
export const leftOfDay = (): number => DAY_MS - (Date.now() % DAY_MS);

/** Waits for the next day where this one ends within so many milliseconds. */
export async function clearOfMidnight(roomMs = ROOM_MS): Promise<void> {
  for (let left = leftOfDay(); left <= roomMs; left = leftOfDay()) await pause(left);
}
