/** What the pages say while the database does not answer as it should: never what went wrong inside, and how to go on. */
import { expect, ownSiteTest as test } from './site.ts';

test.describe.configure({ mode: 'serial' });
test.beforeEach(({ expectedComplaints }) => {
  expectedComplaints.push(/Failed to load resource: the server responded with a status of 500/, /Minified React error #441/);
});

test('a part that cannot be loaded says so, and is there on the next try', async ({
  page,
  pages,
  newAccount,
  signInAs,
  services,
  server,
}) => {
  await signInAs(await newAccount());
  const rename = (from: string, to: string) => services.db.prisma.$executeRawUnsafe(`ALTER TABLE ${from} RENAME TO ${to}`);
  await rename('resale_entries', 'mislaid_entries');
  await pages.resale.open();
  await expect(page.getByText('Your resale book could not be loaded')).toBeVisible();
  expect(await page.content()).not.toContain('resale_entries');
  // The log has what the page keeps to itself.
  await expect.poll(() => server.output()).toMatch(/"requestId":"[0-9a-f-]{36}".*"a page could not be filled"/);

  await rename('mislaid_entries', 'resale_entries');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No proxy yet')).toBeVisible();
});

test('a page that cannot be made at all says so', async ({ page, pages, services, server }) => {
  const rename = (from: string, to: string) => services.db.prisma.$executeRawUnsafe(`ALTER TABLE ${from} RENAME TO ${to}`);
  await rename('price_tiers', 'mislaid_tiers');
  await pages.landing.open();
  await expect(page.getByText('This page could not be made')).toBeVisible();
  expect(await page.content()).not.toContain('price_tiers');
  const digest = /tell support the number (\S+)\./.exec((await page.getByRole('main').textContent()) ?? '')?.[1];
  expect(digest).toBeDefined();
  await expect.poll(() => server.output()).toMatch(new RegExp(`"digest":"${digest}".*"requestId":"[0-9a-f-]{36}"`));

  await rename('mislaid_tiers', 'price_tiers');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(pages.landing.prices).toBeVisible();
});
