import AxeBuilder from '@axe-core/playwright';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { buyProxies, expect, program, test } from './site.ts';
for (const [name, colorScheme, width] of [['light', 'light', 1280], ['dark', 'dark', 1280], ['phone', 'light', 360]] as const) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport: { width, height: 860 } });
    test('axe', async ({ page, newAccount, signInAs, site, services }) => {
      test.setTimeout(180_000);
      const account = await newAccount({ resellerMode: true, balance: 60 });
      const ids = await buyProxies(site, services, account, { country: 'fr', qty: 3 });
      await services.db.prisma.proxy.updateMany({ where: { id: { in: ids.slice(0, 2) } }, data: { expiresAt: new Date(Date.now() + 2 * 86_400_000) } });
      const order = await services.db.prisma.order.findFirstOrThrow({ where: { accountId: account.id } });
      const { apiKey } = await issueKey(services, account.id);
      await program(site, apiKey).buy({ country: 'xx', qty: 1 });
      await signInAs(account);
      await page.waitForTimeout(1500);
      for (const path of ['/client', `/client/reseller?charge=${order.idempotencyKey}`, '/client/reseller?charge=unknown-key-1', '/client/reseller?charge=99']) {
        await page.goto(path);
        await page.waitForTimeout(800);
        for (const summary of await page.locator('summary').all()) await summary.click();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((n) => n.html) }))).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      }
    });
  });
}
