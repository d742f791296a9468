/** Invoices: found again, read whole, printed, kept as files; and the credit notes on them. */
import { cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { creditInvoice, lock } from '#server/plugins/billing/port.ts';
import { readPdf } from '#tests/harness/pdf.ts';
import { readZip } from '#tests/harness/zip.ts';
import { download } from './downloads.ts';
import { withinOneDay } from './one-day.ts';
import { expect, type TestAccount, test } from './site.ts';

/** Gives a euro back of the first invoice of an account. */
async function creditOneEuro({ db }: Services, { id }: TestAccount): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lock(tx, id);
    const number = `R${String(id).padStart(6, '0')}-00001`;
    if (account) await creditInvoice(tx, account, { number, amountCents: cents(100), reason: 'Out of service' });
  });
}

test('an invoice is found by its order, read, and printed without what surrounds it', async ({
  page,
  pages: { invoices, balance },
  signInAsBuyer,
}) => {
  const account = await signInAsBuyer(50, { country: 'fr', qty: 1 }, { country: 'es', qty: 3 });
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
  await expect(invoices.document).toContainText(/VAT 20%/);
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

test('a credit note is told apart, leads to its invoice and back, and both are kept as PDF and XML', async ({
  page,
  pages: { invoices },
  services,
  signInAsBuyer,
}) => {
  const account = await signInAsBuyer(50, { country: 'fr', qty: 1 });
  await creditOneEuro(services, account);
  await invoices.open();
  await expect(invoices.lines).toHaveCount(2);
  await expect(invoices.lines.first()).toContainText('Credit note');
  await expect(invoices.lines.first()).toContainText('-€1.00');
  await expect(page.getByText('2 documents')).toContainText('gross €1.90');
  await invoices.kind.selectOption('Credit notes');
  await invoices.show.click();
  await expect(page).toHaveURL(/kind=credit_note$/);
  await expect(invoices.lines).toHaveCount(1);

  await invoices.read(invoices.lines.first());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Credit note R/);
  await expect(invoices.document).toContainText('Out of service');
  await expect(invoices.document).toContainText('Given back to the prepaid balance');
  await page.getByRole('link', { name: /^invoice R/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice R/);
  await expect(page.getByText('€1.00 of this invoice were given back')).toBeVisible();
  await expect(page.getByRole('link', { name: /^credit note R/ })).toBeVisible();

  const pdf = await download(invoices.pdf);
  expect(pdf.name).toMatch(/^R\d+-00001\.pdf$/);
  const read = readPdf(pdf.bytes);
  expect(read.text).toContain('ISP proxy, France, 30 days');
  const xml = await download(invoices.xml);
  expect(xml.bytes).toEqual(read.files.get('factur-x.xml'));
});

test('a month is made into one file, which is still there after a reload', async ({
  page,
  pages: { invoices },
  signInAsBuyer,
}) => {
  await withinOneDay();
  await signInAsBuyer(50, { country: 'fr', qty: 1 }, { country: 'eu', qty: 2 });
  await invoices.open();
  await expect(page.getByText('Choose a month to download all of it')).toBeVisible();
  await invoices.month.selectOption({ index: 1 });
  await invoices.show.click();
  await invoices.zip.click();
  const file = page.getByRole('link', { name: /^Download invoices-20\d\d-\d\d\.zip/ });
  await expect(file).toBeVisible({ timeout: 30_000 });
  await page.reload();
  const zip = await download(file);
  const files = [...readZip(zip.bytes).keys()];
  expect(files.filter((name) => name.endsWith('.pdf'))).toHaveLength(2);
  expect(files.some((name) => name.endsWith('index.csv'))).toBe(true);
});

test('invoices speak the language of the reader, on the page as on paper', async ({
  page,
  pages: { invoices },
  signInAsBuyer,
  speak,
}) => {
  await signInAsBuyer(50, { country: 'fr', qty: 1 });
  await speak('fr');
  await invoices.open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Factures');
  await page.getByRole('link', { name: /^R\d/ }).click();
  await expect(page.getByRole('article')).toContainText('Total TTC');
  await expect(page.getByRole('article')).toContainText('2,90\u00a0€');
  const pdf = await download(invoices.pdf);
  expect(readPdf(pdf.bytes).text).toContain('Total TTC');
});

test("another account's invoice does not exist", async ({
  page,
  pages: { invoices },
  newAccount,
  signInAs,
  expectedComplaints,
  signInAsBuyer,
}) => {
  expectedComplaints.push(/status of 404/);
  await signInAsBuyer(10, { country: 'fr', qty: 1 });
  await invoices.open();
  await invoices.read(invoices.lines.first());
  const address = page.url();
  await signInAs(await newAccount());
  expect((await page.goto(address))?.status()).toBe(404);
  await expect(page.getByText('ISP proxy')).toBeHidden();
});
