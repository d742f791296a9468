/** The balance: what was moved is found, shared by its address, and downloaded. */
import { download } from './downloads.ts';
import { buyProxies, expect, test } from './site.ts';

test('movements are filtered, the address keeps the filter, and the file holds what was found', async ({
  page,
  pages: { balance },
  newAccount,
  signInAs,
  site,
  services,
}) => {
  const account = await newAccount({ resellerMode: true, balance: 30 });
  await buyProxies(site, services, account, { country: 'fr', qty: 2 });
  await signInAs(account);
  await balance.open();
  await expect(balance.amount).toContainText(/€2\d\.\d\d/);
  await expect(balance.lines).toHaveCount(2);
  await expect(balance.lines.first()).toContainText(/Purchase, order \d+/);
  await expect(balance.lines.last()).toContainText('+€30.00');

  await balance.kind.selectOption('Credit');
  await balance.kind.press('Tab');
  await balance.show.click();
  await expect(page).toHaveURL(/\/client\/balance\?kind=credit$/);
  await expect(balance.lines).toHaveCount(1);
  await page.reload();
  await expect(balance.kind).toHaveValue('credit');
  await expect(balance.lines).toHaveCount(1);

  const file = await download(balance.download);
  expect(file.name).toMatch(/^balance-[\d-]+\.csv$/);
  const lines = file.text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/,credit,,,Balance of a test,30\.00,30\.00$/);

  await balance.from.fill('2090-01-01');
  await balance.from.press('Enter');
  await expect(page.getByText('No movement fits')).toBeVisible();
  await page.goBack();
  await expect(balance.lines).toHaveCount(1);
  await expect(balance.from).toHaveValue('');
  await balance.showAll.click();
  await expect(balance.lines).toHaveCount(2);
});

test('a new account is told how the balance begins', async ({ page, pages: { balance }, newAccount, signInAs }) => {
  await signInAs(await newAccount());
  await balance.open();
  await expect(balance.amount).toContainText('€0.00');
  await expect(balance.pay).toBeVisible();
  await expect(page.getByText('No movement yet')).toBeVisible();
});
