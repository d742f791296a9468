/** What a page says for a moment only, `Saved` or `Copied`: the page itself looks out for it, since a machine that stalls looks too late. */
import { expect, type Locator } from '@playwright/test';

/** Longer than any machine stalls, and within the time that a test has. */
const PATIENCE_MS = 30_000;

/** Does what has a part of the page say something, and waits until that could be read there. The part has to be there all the while, and holds no script. */
export async function hear(part: Locator, words: string, act: () => Promise<unknown>): Promise<void> {
  await expect(part).toBeVisible();
  const listening = await part.evaluateHandle(
    (element, { wanted, patience }) => {
      const heard = new Promise<boolean>((resolve) => {
        const says = () => element.textContent?.includes(wanted) && resolve(true);
        new MutationObserver(says).observe(element, { subtree: true, childList: true, characterData: true });
        setTimeout(() => resolve(false), patience);
      });
      return { heard };
    },
    { wanted: words, patience: PATIENCE_MS },
  );
  await act();
  expect(await listening.evaluate(({ heard }) => heard), `"${words}" was said`).toBe(true);
}
