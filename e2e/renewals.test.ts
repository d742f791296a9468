/** Renewing on the list of proxies: one, many in the background, by themselves; and what is said on the way. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { limits } from '#server/kernel/limits.ts';
import { cents } from '#server/kernel/money.ts';
import { buy, setCap } from '#server/plugins/orders/port.ts';
import { addAddresses } from '#server/plugins/proxies/port.ts';
import { expect, type TestAccount, test } from './site.ts';

/** A test that begins on the list of an account with so many French proxies. */
const listTest = test.extend<{ holding: (qty: number, balance: number) => Promise<TestAccount> }>({
  holding: async ({ newAccount, signInAs, services, pages }, use) => {
    await use(async (qty, balance) => {
      const account = await newAccount({ resellerMode: true, balance });
      await setCap(services.db, account.id, 10_000);
      const ips = Array.from({ length: qty }, (_, n) =>
        `2001:db8:e2e:${account.id.toString(16)}::${n.toString(16)}`.replace('e2e', 'e2'),
      );
      await addAddresses(services.db, 'fr', ips);
      const principal = {
        accountId: account.id,
        email: account.email,
        role: 'customer',
        resellerMode: true,
        via: 'session',
      } as const;
      for (let left = qty; left > 0; left -= limits.proxiesPerOrder) {
        await buy(services, principal, {
          channel: 'site',
          idempotencyKey: randomUUID(),
          country: 'fr',
          qty: Math.min(left, limits.proxiesPerOrder),
          salePriceCents: cents(0),
        });
      }
      await signInAs(account);
      await pages.proxies.open();
      return account;
    });
  },
});

const dialog = (page: Page) => page.getByRole('dialog');
const endsOf = async (
  services: { db: { prisma: { proxy: { findMany: (query: object) => Promise<{ expiresAt: Date }[]> } } } },
  accountId: number,
) =>
  (await services.db.prisma.proxy.findMany({ where: { accountId }, orderBy: { id: 'asc' } })).map(({ expiresAt }) =>
    expiresAt.getTime(),
  );

listTest('the chosen are renewed at the price that the button says', async ({ page, pages, holding, services }) => {
  const account = await holding(3, 20);
  const before = await endsOf(services, account.id);
  await pages.proxies.thisPage.check();
  await page.getByRole('button', { name: 'Renew 3 …' }).click();
  await expect(dialog(page)).toContainText('3 × €2.90');
  const balance = dialog(page).getByText('Balance after it').locator('xpath=following-sibling::dd');
  await expect(balance).toHaveText('€2.60');
  await dialog(page).getByRole('button', { name: 'Renew 3 for €8.70' }).click();
  await expect(page.getByText('3 proxies renewed for €8.70')).toBeVisible();
  expect(await endsOf(services, account.id)).toEqual(before.map((end) => end + 30 * 24 * 60 * 60 * 1_000));
  await pages.overview.go('Invoices');
  await expect(page.getByText(/Renewal \d+/)).toBeVisible();
});

listTest('a balance that does not reach leads to the top-up', async ({ page, holding }) => {
  await holding(1, 3);
  await page.getByRole('button', { name: 'Renew all …' }).click();
  await expect(dialog(page)).toContainText('€2.80 are missing');
  await expect(dialog(page).getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/client/balance');
});

listTest('many are renewed in the background, and a reload loses nothing of it', async ({ page, holding, services }) => {
  const account = await holding(260, 2_000);
  await page.getByRole('button', { name: 'Renew all …' }).click();
  await expect(dialog(page)).toContainText('in the background');
  await dialog(page)
    .getByRole('button', { name: /^Renew 260 for/ })
    .click();
  const dock = page.getByRole('complementary', { name: 'Under way and done' });
  await expect(dock).toContainText('Renewing proxies');
  await page.reload();
  await expect(dock).toContainText('260 proxies renewed for €598.00.', { timeout: 30_000 });
  expect(await services.db.prisma.renewal.count({ where: { accountId: account.id } })).toBe(2);
  await dock.getByRole('button', { name: /^Take off the list/ }).click();
  await expect(dock).toHaveCount(0);
});

listTest('auto-renew is switched, and switched back by its message', async ({ page, holding, services }) => {
  const account = await holding(2, 20);
  const on = () => services.db.prisma.proxy.count({ where: { accountId: account.id, autoRenew: true } });
  const first = page.getByRole('switch', { name: /by itself$/ }).first();
  await first.click({ force: true });
  await expect(first).toBeChecked();
  await expect.poll(on).toBe(1);
  // Its message goes with the page: the next has the only button that undoes.
  await page.reload();
  await page.getByRole('button', { name: 'Auto-renew on' }).click();
  await expect(page.getByText('1 proxy is renewed by itself from now on')).toBeVisible();
  await expect.poll(on).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(on).toBe(1);
  await expect(first).toBeChecked();
});

listTest('is in the language of its reader', async ({ page, speak, holding }) => {
  await speak('fr');
  await holding(1, 20);
  await expect(page.getByRole('heading', { name: 'Vos proxys' })).toBeVisible();
  await page.getByRole('button', { name: 'Tout renouveler …' }).click();
  await expect(dialog(page)).toContainText('Solde après l’opération');
});
