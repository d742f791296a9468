/** Days of UTC, by which the site counts: a test that needs a single one begins in one that lasts longer than the test may take. */
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from '@playwright/test';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Waits for the next day where this one is nearly over. */
export async function withinOneDay(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  const { timeout } = test.info();
  if (left > timeout) return;
  test.setTimeout(timeout + left);
  while (Date.now() % DAY_MS > timeout) await sleep(1_000);
}
