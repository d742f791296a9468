/** Invoices: found again, read whole, printed. */
import { buyProxies, expect, test } from './site.ts';

test('an invoice is found by its order, read, and printed without what surrounds it', async ({
  page,
  pages: { invoices, balance },
  newAccount,
  signInAs,
  site,
  services,
}) => {
  const account = await newAccount({ resellerMode: true, balance: 50 });
  await buyProxies(site, services, account, { country: 'fr', qty: 1 });
  await buyProxies(site, services, account, { country: 'es', qty: 3 });
  await signInAs(account);
  await invoices.open();
  await expect(invoices.lines).toHaveCount(2);
  await invoices.search.fill('-00002');
  await invoices.search.press('Enter');
  await expect(page).toHaveURL(/search=-00002$/);
  await expect(invoices.lines).toHaveCount(1);
  await page.reload();
  await expect(invoices.search).toHaveValue('-00002');
  await invoices.month.selectOption({ index: 1 });
  await invoices.show.click();
  await expect(page).toHaveURL(/month=20\d\d-\d\d$/);
  await expect(invoices.lines).toHaveCount(1);

  await invoices.read(invoices.lines.first());
  await expect(invoices.document).toContainText('ISP proxy, Spain, 30 days');
  await expect(invoices.document).toContainText(account.email);
  await expect(invoices.document).toContainText(/VAT 20 %/);
  await expect(invoices.document).toContainText('Paid in full from the prepaid balance');
  // A browser without a screen has no dialog to show.
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await invoices.print.click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(invoices.print).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Client area' })).toBeHidden();
  await expect(invoices.document).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ media: 'screen' });

  await balance.open();
  await balance.lines
    .first()
    .getByRole('link', { name: /^Invoice R/ })
    .click();
  await expect(invoices.document).toBeVisible();
});

test("another account's invoice does not exist", async ({
  page,
  pages: { invoices },
  newAccount,
  signInAs,
  site,
  services,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 404/);
  const owner = await newAccount({ resellerMode: true, balance: 10 });
  await buyProxies(site, services, owner, { country: 'fr', qty: 1 });
  await signInAs(owner);
  await invoices.open();
  await invoices.read(invoices.lines.first());
  const address = page.url();
  await signInAs(await newAccount());
  expect((await page.goto(address))?.status()).toBe(404);
  await expect(page.getByText('ISP proxy')).toBeHidden();
});
