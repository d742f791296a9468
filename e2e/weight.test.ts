/** Pages arrive quickly on a phone: what a page of the client area makes a browser load for the first time stays small. */
import { navigation } from '#server/site.ts';
import { expect, test } from './site.ts';

/** Bytes of JavaScript, compressed as they travel. */
const MOST_BYTES = 250_000;

const clientArea = navigation.filter(({ only }) => only === undefined).map(({ href }) => ({ href, role: 'customer' as const }));
const desk = ['/desk', '/desk/settlement', '/desk/accounts', '/desk/stock', '/desk/prices', '/desk/audit'].map((href) => ({
  href,
  role: 'support' as const,
}));

for (const { href, role } of [...clientArea, ...desk]) {
  test(`${href} loads less than ${MOST_BYTES / 1_000} kB of JavaScript`, async ({ page, newAccount, signInAs }) => {
    await signInAs(await newAccount({ resellerMode: true, balance: 10, role }));
    await page.goto(href, { waitUntil: 'networkidle' });
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ encodedBodySize, decodedBodySize }) => ({ encodedBodySize, decodedBodySize })),
    );
    const bytes = scripts.reduce((sum, script) => sum + script.encodedBodySize, 0);
    const unpacked = scripts.reduce((sum, script) => sum + script.decodedBodySize, 0);
    expect(unpacked, 'scripts travel compressed').toBeGreaterThan(2 * bytes);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
}
