/** Buying on the site: the price as it follows the choice, the purchase, and that it is made once. */
import { cents } from '#server/kernel/money.ts';
import { adjustBalance, balance } from '#server/plugins/billing/port.ts';
import { setCap } from '#server/plugins/orders/port.ts';
import { setAccountDiscount } from '#server/plugins/pricing/port.ts';
import { addCode, endCode } from '#server/plugins/promotions/port.ts';
import { download } from './downloads.ts';
import { withinOneDay } from './one-day.ts';
import { expect, test } from './site.ts';
import { keepStill } from './still-page.ts';

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
  const lines = (await download(pages.buy.download)).text.trim().split('\n');
  expect(lines).toHaveLength(10);
  await pages.buy.showPasswords.click();
  await expect(pages.buy.credentials).toHaveText(lines);

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

test('a double click buys once', async ({ page, pages, newAccount, signInAs, services }) => {
  const account = await newAccount({ balance: 20 });
  await signInAs(account);
  await pages.buy.open();
  // The answer comes after both: else the second might be a click on what was bought.
  const clicked = Promise.withResolvers<void>();
  await page.route('**/api/trpc/orders.buy**', async (route) => {
    await clicked.promise;
    await route.continue();
  });
  await pages.buy.buy.dblclick();
  clicked.resolve();
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
  await keepStill(page);
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

test('a promo code is checked at once, lowers the price, and a price that moved is told before anything is charged', async ({
  page,
  pages,
  newAccount,
  signInAs,
  services,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 409/);
  const code = `E2E-${Date.now()}`;
  await addCode(services.db, { code, discountBp: 5_000, startsAt: new Date(0), endsAt: null, totalUses: 1 });
  const account = await newAccount({ balance: 20 });
  await signInAs(account);
  await keepStill(page);
  await pages.buy.open({ country: 'fr', qty: 2 });

  await pages.buy.promoCode.fill('no-such-code');
  await pages.buy.promoCode.press('Enter');
  await expect(pages.buy.price.getByRole('alert')).toHaveText('There is no such promo code. Check how it is spelt.');
  await pages.buy.promoCode.fill(code.toLowerCase());
  await pages.buy.applyCode.click();
  await expect(pages.buy.price.getByRole('status').first()).toContainText(`${code} takes 50% off this purchase`);
  await expect(pages.buy.buy).toHaveText('Buy 2 proxies for €2.90');

  // It ended while the page stood open.
  await endCode(services.db, code);
  await pages.buy.buy.click();
  await expect(page.getByRole('alert').filter({ hasText: 'The price has changed' })).toContainText('€5.80');
  expect(await balance(services.db, account.id)).toBe(2_000);
  await expect(pages.buy.price.getByText(`${code} has ended.`)).toBeVisible();
  await expect(pages.buy.buy).toHaveText('Buy 2 proxies for €5.80');
  await pages.buy.buy.click();
  await expect(pages.buy.credentials).toHaveCount(2);
  expect(await balance(services.db, account.id)).toBe(1_420);
});

test('the wheel turns once a day, also from the keyboard, and its prize goes into a purchase or is kept', async ({
  page,
  pages,
  newAccount,
  signInAs,
}) => {
  await withinOneDay();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs(await newAccount({ balance: 100 }));
  await pages.buy.open({ country: 'fr', qty: 10 });
  await pages.buy.spin.focus();
  await page.keyboard.press('Enter');
  await expect(pages.buy.wheel.getByRole('status')).toContainText(/You won \d+% off one purchase\./);
  await expect(pages.buy.spin).toBeHidden();
  await expect(pages.buy.usePrize).toBeChecked();
  await expect(pages.buy.buy).not.toContainText('€26.00');

  await pages.buy.usePrize.uncheck();
  await expect(pages.buy.buy).toHaveText('Buy 10 proxies for €26.00');
  await expect(pages.buy.price.getByText('Kept for later')).toBeVisible();
  await pages.buy.usePrize.check();
  await expect(pages.buy.buy).toBeEnabled();
  await expect(pages.buy.buy).not.toContainText('€26.00');
  await pages.buy.buy.click();
  await expect(page.getByText('saved by the discount')).toBeVisible();
  await pages.buy.buyMore.click();
  await expect(pages.buy.usePrize).toBeHidden();

  await page.reload();
  await expect(pages.buy.wheel.getByRole('status')).toContainText('Today the wheel gave you');
  await expect(pages.buy.spin).toBeHidden();
});

test('the page speaks French and Spanish', async ({ page, pages, newAccount, signInAs, speak }) => {
  await signInAs(await newAccount({ balance: 20 }));
  await speak('fr');
  await pages.buy.open({ country: 'es', qty: 2 });
  await expect(page.getByRole('button', { name: /^Acheter 2 proxys pour 5,40\s€$/ })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Tourner la roue' })).toBeVisible();
  await speak('es');
  await page.reload();
  await page.getByRole('button', { name: /^Comprar 2 proxies por 5,40\s€$/ }).click();
  await expect(page.getByRole('heading', { name: /^Pedido \d+: 2 × España$/ })).toBeFocused();
});
