/** The desk's stock and prices: addresses imported, retired and replaced, a price changed now and another later. */
import { addAddresses } from '#server/plugins/proxies/port.ts';
import { buyProxies, expect, ownSiteTest as test } from './site.ts';

test('stock is imported after a preview, found, retired and put back', async ({
  page,
  pages: { deskStock },
  newAccount,
  signInAs,
  services,
}) => {
  await addAddresses(services.db, 'es', ['192.0.2.2']);
  await signInAs(await newAccount({ role: 'support' }));
  await deskStock.open();
  await deskStock.preview('192.0.2.0/29 # new\n192.0.2.3\nnonsense');
  await expect(deskStock.found).toContainText('7 new in France');
  await expect(deskStock.found).toContainText('192.0.2.2 (Spain)');
  await expect(deskStock.found).toContainText('"nonsense" is not an address.');
  await deskStock.import();
  await expect(page.getByText('7 addresses were added in France.')).toBeVisible();
  await expect(deskStock.figure('France', 'Free')).toHaveText('7');

  await deskStock.find('192.0.2.4/30');
  await expect(page).toHaveURL(/search=192\.0\.2\.4%2F30/);
  await expect(deskStock.lines).toHaveCount(4);
  await deskStock.retire('192.0.2.4', '192.0.2.5');
  await expect(deskStock.line('192.0.2.4')).toContainText('Retired');
  await expect(deskStock.figure('France', 'Free')).toHaveText('5');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(deskStock.line('192.0.2.4')).toContainText('Free');
  await expect(deskStock.figure('France', 'Free')).toHaveText('7');

  await page.goto('/desk/audit?action=stock.retire');
  await expect(page.getByText('192.0.2.5')).toBeVisible();
  await expect(page.getByText('a journey of a test').first()).toBeVisible();
});

test('a dead address is replaced under its proxy, and the rest between two leases is set', async ({
  page,
  pages: { deskStock },
  newAccount,
  signInAs,
  site,
  services,
}) => {
  await addAddresses(services.db, 'eu', ['198.51.100.1', '198.51.100.2']);
  const customer = await newAccount({ resellerMode: true, balance: 20 });
  const [proxyId = ''] = await buyProxies(site, services, customer, { country: 'eu', qty: 1 });
  await signInAs(await newAccount({ role: 'support' }));
  await page.goto('/desk/stock?country=eu&state=leased');
  await expect(deskStock.lines).toHaveCount(1);
  await expect(deskStock.lines).toContainText(proxyId);
  const dead = (await deskStock.lines.getByText(/^198\.51\.100\./).textContent()) ?? '';
  await deskStock.replace(dead);
  await expect(page.getByText(/^The proxy leaves from 198\.51\.100\./)).toBeVisible();
  await expect(deskStock.line(proxyId)).not.toContainText(dead);
  await deskStock.rest(7);
  await expect(page.getByText('Rest after a proxy: 7 days')).toBeVisible();
});

test('a price is changed at once, with a warning where more costs less, and another from tomorrow on', async ({
  page,
  pages: { deskPrices },
  newAccount,
  signInAs,
}) => {
  await signInAs(await newAccount({ role: 'support' }));
  await deskPrices.open('es');
  await expect(deskPrices.steps).toHaveText(['1€2.70', '10€2.40', '25€2.15']);
  await deskPrices.change.click();
  await deskPrices.step(1, 1, '3.00');
  await expect(deskPrices.dialog.getByText('9 cost €27.00, 10 cost €24.00', { exact: false })).toBeVisible();
  await deskPrices.step(2, 10, '2.80');
  await deskPrices.set('Set the prices now');
  await expect(deskPrices.steps).toHaveText(['1€3.00', '10€2.80', '25€2.15']);

  await deskPrices.change.click();
  await deskPrices.step(1, 1, '3.50');
  await page.getByText('From a moment on').click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await deskPrices.dialog.getByLabel('Begins (UTC)').fill(tomorrow);
  await expect(deskPrices.dialog.getByText('9 cost €31.50, 10 cost €28.00', { exact: false })).toBeVisible();
  await deskPrices.set('Schedule the prices');
  await expect(deskPrices.later).toContainText('1+ €3.50');
  await expect(deskPrices.steps.first()).toHaveText('1€3.00');
  await deskPrices.later.getByRole('button', { name: 'Take back' }).click();
  await deskPrices.set('Take back');
  await expect(deskPrices.later).toHaveCount(0);

  await page.goto('/');
  await expect(page.getByText('€3.00').first()).toBeVisible();
});
