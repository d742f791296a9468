/** Files that the browser downloads. */
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';

/** Presses what downloads a file, and reads it. */
export async function download(control: Locator): Promise<{ name: string; bytes: Buffer; text: string }> {
  const [file] = await Promise.all([control.page().waitForEvent('download'), control.click()]);
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), bytes, text: bytes.toString('utf8') };
}
