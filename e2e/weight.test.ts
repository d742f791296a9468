/**
 * Pages arrive quickly on a phone: what a page of the client area makes a browser load for the first time stays small. All scripts
 * count that load before anybody touches the page, those that come late because of what the account has (charts, say) as well.
 */
import type { Page } from '@playwright/test';
import { navigation } from '#server/site.ts';
import { buyProxies, expect, test } from './site.ts';

/** Bytes of JavaScript, compressed as they travel. */
const MOST_BYTES = 250_000;

for (const { href } of navigation.filter(({ only }) => only === undefined)) {
  test(`${href} loads less than ${MOST_BYTES / 1_000} kB of JavaScript for a new account`, async ({
    page,
    newAccount,
    signInAs,
  }) => {
    await signInAs(await newAccount({ resellerMode: true, balance: 10 }));
    await page.goto(href, { waitUntil: 'networkidle' });
    await expectLittle(page);
  });

  test(`${href} loads less than that for an account with a key, proxies and purchases`, async ({
    page,
    newAccount,
    signInAs,
    site,
    services,
  }) => {
    const account = await newAccount({ resellerMode: true, balance: 100 });
    for (const country of ['fr', 'es']) await buyProxies(site, services, account, { country, qty: 3, price: 4 });
    await signInAs(account);
    await page.goto(href, { waitUntil: 'networkidle' });
    await expectLittle(page);
  });
}

for (const href of ['/desk', '/desk/settlement', '/desk/accounts', '/desk/stock', '/desk/prices', '/desk/audit']) {
  test(`${href} loads less than that for support`, async ({ page, newAccount, signInAs }) => {
    await signInAs(await newAccount({ role: 'support' }));
    await page.goto(href, { waitUntil: 'networkidle' });
    await expectLittle(page);
  });
}

async function expectLittle(page: Page): Promise<void> {
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ encodedBodySize, decodedBodySize }) => ({ encodedBodySize, decodedBodySize })),
  );
  const bytes = scripts.reduce((sum, script) => sum + script.encodedBodySize, 0);
  const unpacked = scripts.reduce((sum, script) => sum + script.decodedBodySize, 0);
  expect(unpacked, 'scripts travel compressed').toBeGreaterThan(2 * bytes);
  expect(bytes).toBeLessThan(MOST_BYTES);
}
