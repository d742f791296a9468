/** The resale book: edited in place, never losing what was typed, and read in pages. */
import { download } from './downloads.ts';
import { hear } from './passing-words.ts';
import { buyProxies, expect, test } from './site.ts';

/** A test that begins on the book of an account with one proxy, sold for 3 euros. */
const bookTest = test.extend<{ proxyId: string }>({
  proxyId: async ({ signInAsBuyer, pages }, use) => {
    const { proxyIds } = await signInAsBuyer(20, { country: 'es', qty: 1, price: 3 });
    await pages.resale.open();
    await use(proxyIds[0] ?? '');
  },
});

bookTest.describe('a line of the book', () => {
  bookTest('is saved by leaving the field', async ({ page, pages, proxyId }) => {
    const { price, savesPrice, buyer, savesBuyer } = pages.resale.line(proxyId);
    await price.fill('€ 12.5');
    await savesPrice(() => price.press('Tab'));
    await expect(price).toHaveValue('12.50');
    await buyer.fill('  Kestrel Labs ');
    await savesBuyer(() => buyer.blur());
    await expect(buyer).toHaveValue('Kestrel Labs');
    await page.reload();
    await expect(price).toHaveValue('12.50');
    await expect(buyer).toHaveValue('Kestrel Labs');
  });

  bookTest(
    'says at the field what is wrong, and Escape brings the old value back',
    async ({ pages, proxyId, expectedComplaints }) => {
      expectedComplaints.push(/status of 400/);
      const { price, row } = pages.resale.line(proxyId);
      for (const [typed, problem] of [
        ['ten', 'Give the sale price as a number of euros.'],
        ['1.234', 'Give at most two decimals.'],
        ['10000.01', 'The sale price cannot be above 10000 €.'],
      ] as const) {
        await price.fill(typed);
        await price.press('Enter');
        await expect(row.getByText(problem)).toBeVisible();
        await expect(price).toHaveAttribute('aria-invalid', 'true');
        await expect(price).toHaveValue(typed);
      }
      await price.press('Escape');
      await expect(price).toHaveValue('3.00');
      await expect(price).not.toHaveAttribute('aria-invalid', 'true');
    },
  );

  bookTest(
    'keeps what was typed where it cannot be saved, and saves it later',
    async ({ page, pages, proxyId, expectedComplaints }) => {
      expectedComplaints.push(/Failed to load resource/);
      const { buyer, savesBuyer, row } = pages.resale.line(proxyId);
      await page.route('**/api/trpc/resale.update**', (route) => route.abort());
      await buyer.fill('Northwind Media');
      await buyer.press('Enter');
      await expect(row.getByText('Not saved:')).toBeVisible();
      await expect(buyer).toHaveValue('Northwind Media');

      await page.unroute('**/api/trpc/resale.update**');
      await savesBuyer(() => buyer.press('Enter'));
      await expect(row.getByText('Not saved:')).toBeHidden();
      await page.reload();
      await expect(buyer).toHaveValue('Northwind Media');
    },
  );
});

test('a long book is read in pages that the address names', async ({ page, pages, newAccount, signInAs, site, services }) => {
  const account = await newAccount({ resellerMode: true, balance: 200 });
  await buyProxies(site, services, account, { country: 'eu', qty: 50 });
  const [first = ''] = await buyProxies(site, services, account, { country: 'fr', qty: 2 });
  await signInAs(account);
  await pages.resale.open();
  await expect(pages.resale.line(first).row).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–50 of 52');
  await page.getByRole('link', { name: 'Older proxies' }).click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(pages.resale.lines).toHaveCount(2);
  await page.reload();
  await expect(pages.resale.lines).toHaveCount(2);
  await pages.resale.open(9);
  await expect(page.getByText('This page is empty')).toBeVisible();
});

test('many lines are edited at once, summed, and brought back', async ({ page, pages, newAccount, signInAs, site, services }) => {
  const account = await newAccount({ resellerMode: true, balance: 50 });
  const french = await buyProxies(site, services, account, { country: 'fr', qty: 3, price: 4 });
  const spanish = await buyProxies(site, services, account, { country: 'es', qty: 2, price: 4 });
  await signInAs(account);
  await pages.resale.open();
  await expect(pages.resale.total('Sales')).toContainText('€20.00');
  await expect(pages.resale.total('Open')).toContainText('€20.00');

  for (const id of french) await pages.resale.line(id).choose.check();
  await pages.resale.edit({ price: '10', buyer: 'Kestrel Labs', paid: true });
  await expect(page.getByText('3 proxies changed.')).toBeVisible();
  const toasts = page.locator('.mantine-Notifications-root[data-position="bottom-center"]');
  await hear(toasts, 'Undone.', () => toasts.getByRole('button', { name: 'Undo' }).click());
  await expect(pages.resale.total('Sales')).toContainText('€20.00');

  for (const id of french) await pages.resale.line(id).choose.check();
  await pages.resale.edit({ price: '10', buyer: 'Kestrel Labs', paid: true });
  await expect(pages.resale.total('Sales')).toContainText('€38.00');
  await expect(pages.resale.total('Open')).toContainText('€8.00');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByLabel('Buyer', { exact: true }).selectOption('Kestrel Labs');
  await expect(page).toHaveURL(/buyer=Kestrel\+Labs/);
  await expect(pages.resale.lines).toHaveCount(3);
  await expect(pages.resale.total('Margin')).toContainText('+€21.30');
  await page.getByLabel('Payment').selectOption('Not paid');
  await expect(page.getByText('No proxy fits')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();

  const { paid } = pages.resale.line(spanish[0] ?? '');
  await paid.click();
  await expect(page.getByText('is paid as of today.')).toBeVisible();
  await expect(pages.resale.total('Open')).toContainText('€4.00');
  await page.getByLabel('Payment').selectOption('Paid');
  await expect(pages.resale.lines).toHaveCount(4);
  expect((await download(page.getByRole('link', { name: 'CSV' }))).name).toMatch(/^resale-.*\.csv$/);
});

test("nobody reads or writes another account's book", async ({ page, pages, newAccount, signInAs, site, services }) => {
  const owner = await newAccount({ resellerMode: true, balance: 10 });
  const [proxyId = ''] = await buyProxies(site, services, owner, { country: 'fr', qty: 1 });
  await signInAs(await newAccount({ resellerMode: true }));
  await pages.resale.open();
  await expect(page.getByText('No proxy yet')).toBeVisible();
  const answer = await page.request.post('/api/trpc/resale.update', { data: { proxy_id: proxyId, buyer_name: 'Somebody else' } });
  expect(answer.status()).toBe(404);
});
