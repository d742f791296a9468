/** The landing page and the overview: figures as they are, in the very first HTML. */
import { countries, countryNames } from '#server/kernel/countries.ts';
import { availableByCountry } from '#server/plugins/proxies/port.ts';
import { buyProxies, expect, test } from './site.ts';

test('the landing page tells prices and the stock of now', async ({ pages, services }) => {
  await pages.landing.open();
  await expect(pages.landing.country('France')).toContainText('€2.90');
  const stock = await availableByCountry(services.db, services.extensions);
  for (const country of countries) {
    // Other tests buy meanwhile: what is shown was true a moment ago.
    const shown = Number(await pages.landing.country(countryNames[country]).getByRole('cell').last().textContent());
    expect(shown).toBeGreaterThanOrEqual(stock.get(country) ?? 0);
  }
});

test('the overview comes with its figures, before any script has run', async ({ page, newAccount, signInAs, site, services }) => {
  const account = await newAccount({ resellerMode: true, balance: 100 });
  await buyProxies(site, services, account, { country: 'es', qty: 10 });
  await signInAs(account);
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
