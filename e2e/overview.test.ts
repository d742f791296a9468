/** The landing page and the overview: figures as they are, in the very first HTML. */
import { countries, countryNames } from '#server/kernel/countries.ts';
import { addAddresses, stock } from '#server/plugins/proxies/port.ts';
import { endIn } from '#tests/harness/validity.ts';
import { withinOneDay } from './one-day.ts';
import { buyProxies, expect, ownSiteTest, test } from './site.ts';

// Nobody else buys or imports there while it looks.
ownSiteTest('the landing page tells prices and the stock of now', async ({ pages, services }) => {
  await addAddresses(services.db, 'es', ['203.0.113.1', '203.0.113.2', '203.0.113.3']);
  await pages.landing.open();
  await expect(pages.landing.country('France')).toContainText('€2.90');
  const available = await stock(services.db, services.extensions);
  expect(available('es', null)).toBeGreaterThan(0);
  for (const country of countries) {
    const shown = pages.landing.country(countryNames[country]).getByRole('cell').last();
    await expect(shown).toHaveText(String(available(country, null) || 'Sold out'));
  }
});

test('the overview comes with its figures, before any script has run', async ({ page, signInAsBuyer }) => {
  await signInAsBuyer(100, { country: 'es', qty: 10 });
  const html = await (await page.request.get('/client')).text();
  expect(html).toContain('€76.00');
  expect(html).toContain('€24.00');
  expect(html).toContain('Spain');
});

test('the first steps follow what the account has done', async ({ page, pages, newAccount, signInAs, site, services }) => {
  const account = await newAccount({ resellerMode: true, balance: 20 });
  await signInAs(account);
  await pages.overview.open();
  await pages.overview.nextSteps.getByRole('link', { name: 'Generate the key' }).click();
  await expect(page).toHaveURL('/client/reseller');
  await buyProxies(site, services, account, { country: 'fr', qty: 1 });
  await pages.overview.open();
  await expect(pages.overview.nextSteps).toContainText('Note what you sold');
  await expect(pages.overview.figure('Last order')).toContainText('€2.90');
});

test('the overview tells what the balance buys, what ends, what was spent and when the cap returns', async ({
  page,
  pages,
  newAccount,
  signInAs,
  site,
  services,
}) => {
  await withinOneDay();
  const account = await newAccount({ resellerMode: true, balance: 100 });
  await endIn(services, await buyProxies(site, services, account, { country: 'fr', qty: 2 }), 3 * 86_400_000);
  await buyProxies(site, services, account, { country: 'fr', qty: 1 });
  await signInAs(account);
  await pages.overview.open();
  // 91.30 euros: 39 at 2.30, 42 at 2.15, 45 at 1.99.
  await expect(pages.overview.figure('Enough for')).toContainText('France39');
  await expect(pages.overview.figure('24-hour cap')).toContainText('199 of 200');
  await expect(pages.overview.headroom).toContainText('199 proxies of 200 may be ordered now.');
  await expect(pages.overview.spending.getByRole('img', { name: /€8\.70 in all/ })).toBeVisible();
  await expect(pages.overview.spending.getByTitle(/: €8\.70$/)).toBeVisible();
  await expect(pages.overview.expiring).toContainText('2 proxies');
  await pages.overview.expiring.getByRole('link', { name: 'Show them' }).click();
  await expect(page).toHaveURL(/\/client\/proxies\?status=expiring/);
});

test('who asks for it is told by mail when the balance falls below an amount, and can take that back', async ({
  page,
  pages,
  newAccount,
  signInAs,
  site,
  services,
}) => {
  const account = await newAccount({ resellerMode: true, balance: 20 });
  await signInAs(account);
  await pages.overview.open();
  await pages.overview.alert.below.fill('much');
  await pages.overview.alert.save.click();
  await expect(pages.overview.alert.panel).toContainText('Give an amount from 0.01');
  await pages.overview.alert.below.fill('18,50');
  await pages.overview.alert.save.click();
  await expect(pages.overview.alert.panel).toContainText('You are warned below €18.50.');

  await buyProxies(site, services, account, { country: 'fr', qty: 1 });
  expect(await services.db.prisma.mail.count({ where: { recipient: account.email, subject: 'Your balance is €17.10' } })).toBe(1);

  await pages.overview.open();
  await expect(pages.overview.alert.panel).toContainText('The balance is below it already');
  await pages.overview.alert.off.click();
  await expect(pages.overview.alert.panel).toContainText('No alert is set.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pages.overview.alert.panel).toContainText('You are warned below €18.50.');
});
