/** Buying on the site: the price as it follows the choice, the purchase, and that it is made once. */
import { readFile } from 'node:fs/promises';
import { cents } from '#server/kernel/money.ts';
import { adjustBalance, balance } from '#server/plugins/billing/port.ts';
import { setCap } from '#server/plugins/orders/port.ts';
import { setAccountDiscount } from '#server/plugins/pricing/port.ts';
import { expect, test } from './site.ts';

test('an account holder sees what an order costs and why, buys it, and has the credentials', async ({
  page,
  pages,
  newAccount,
  signInAs,
  services,
}) => {
  const account = await newAccount({ balance: 100 });
  await setAccountDiscount(services.db, account.id, { tierName: 'silver' });
  await signInAs(account);
  await pages.overview.open();
  await pages.overview.go('Buy');

  await pages.buy.country('Spain').check();
  await pages.buy.quantity.fill('9');
  await expect(pages.buy.figure('List price of each')).toHaveText('€2.70');
  await expect(pages.buy.price.getByText('-€0.27')).toBeVisible();
  await expect(pages.buy.figure('Review discount')).toHaveText('None granted');
  await expect(pages.buy.figure('Price of each')).toHaveText('€2.43');
  await expect(pages.buy.price.getByText('1 more and each costs €2.16: 10 cost €0.27 less than 9.')).toBeVisible();
  await pages.buy.price.getByRole('button', { name: 'Take 10' }).click();
  await expect(pages.buy.figure('Balance after')).toHaveText('€78.40');
  await expect(page).toHaveURL(/country=es&qty=10$/);

  await pages.buy.salePrice.fill('4,567');
  await expect(pages.buy.buy).toBeDisabled();
  await pages.buy.salePrice.fill('4,50');
  await expect(pages.buy.buy).toHaveText('Buy 10 proxies for €21.60');
  await pages.buy.buy.click();

  await expect(pages.buy.bought).toBeFocused();
  await expect(page.getByText('€21.60 debited, €2.40 saved by the discount. The balance is €78.40.')).toBeVisible();
  await expect(pages.buy.credentials).toHaveCount(10);
  await expect(pages.buy.credentials.first()).toContainText('••••');
  const downloading = page.waitForEvent('download');
  await pages.buy.download.click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(10);
  await pages.buy.showPasswords.click();
  expect((await pages.buy.credentials.allTextContents()).map((text) => text.trim())).toEqual(lines);

  await page.getByRole('link', { name: 'Note buyers in Resale' }).click();
  await expect(pages.resale.lines).toHaveCount(10);
  await expect(pages.resale.lines.first().getByLabel('Sale price of')).toHaveValue('4.50');
});

test('a lost answer is found again, also after a reload, and nothing is debited twice', async ({
  page,
  pages,
  newAccount,
  signInAs,
  services,
  expectedComplaints,
}) => {
  expectedComplaints.push(/Failed to load resource/);
  const account = await newAccount({ balance: 20 });
  await signInAs(account);
  await pages.buy.open({ country: 'fr', qty: 2 });
  // The purchase reaches the site, its answer does not reach the browser.
  await page.route('**/api/trpc/orders.buy**', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pages.buy.buy.click();
  await expect(pages.buy.sendAgain).toBeVisible();
  await expect(pages.buy.buy).toBeDisabled();

  await page.reload();
  await page.unroute('**/api/trpc/orders.buy**');
  await pages.buy.sendAgain.click();
  await expect(pages.buy.credentials).toHaveCount(2);
  await pages.buy.buyMore.click();
  await expect(pages.buy.sendAgain).toBeHidden();
  await expect(pages.buy.figure('Balance now')).toHaveText('€14.20');
  expect(await balance(services.db, account.id)).toBe(1_420);
});

test('a double click buys once', async ({ pages, newAccount, signInAs, services }) => {
  const account = await newAccount({ balance: 20 });
  await signInAs(account);
  await pages.buy.open();
  await pages.buy.buy.dblclick();
  await expect(pages.buy.credentials).toHaveCount(1);
  expect(await balance(services.db, account.id)).toBe(1_710);
});

test('the button says what is missing, before and after it is pressed', async ({
  page,
  pages,
  newAccount,
  signInAs,
  services,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 402/);
  const account = await newAccount({ balance: 5 });
  await signInAs(account);
  await pages.buy.open({ country: 'fr', qty: 2 });
  await expect(pages.buy.price).toContainText('€0.80 are missing.');
  await expect(pages.buy.buy).toBeDisabled();

  // The money went elsewhere while the page stood open.
  await pages.buy.quantity.fill('1');
  await adjustBalance(services.db, account.id, cents(-400), 'Spent elsewhere');
  await pages.buy.buy.click();
  await expect(page.getByRole('alert').filter({ hasText: 'too low for this order' })).toContainText('€1.00');

  await adjustBalance(services.db, account.id, cents(9_900), 'Topped up');
  await setCap(services.db, account.id, 3);
  await pages.buy.open({ country: 'fr', qty: 3 });
  await pages.buy.buy.click();
  await expect(pages.buy.credentials).toHaveCount(3);
  await pages.buy.buyMore.click();
  await expect(pages.buy.price).toContainText(/This many fit again in (1 day|24 hours)/);
  await expect(pages.buy.buy).toBeDisabled();
});
