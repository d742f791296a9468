/** A page that asks for nothing by itself: what changes behind its back stays unknown to it until somebody acts. */
import type { Page } from '@playwright/test';

/** From the next document on. Else whether a page still shows what was, when the test acts on that, would be a matter of seconds. */
export async function keepStill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof window.setInterval;
  });
}
