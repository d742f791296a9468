/** Days of UTC: a journey that needs a single one begins in one that lasts longer than the journey may take. */
import { test } from '@playwright/test';
import { clearOfMidnight, leftOfDay } from '#tests/harness/midnight.ts';

/** Waits for the next day where this one is nearly over. */
export async function withinOneDay(): Promise<void> {
  const { timeout } = test.info();
  const left = leftOfDay();
  if (left <= timeout) test.setTimeout(timeout + left);
  await clearOfMidnight(timeout);
}
