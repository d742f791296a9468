/** Every page, in light and dark, passes axe; and nothing sticks out of a phone's screen. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { navigation } from '#server/site.ts';
import { putFailedOrder } from '#tests/harness/orders.ts';
import { untilItAnswers } from './answering-page.ts';
import { deskDialogs, newDeskWorld, openDeskDialog } from './desk-dialogs.ts';
import { buyProxies, expect, test } from './site.ts';

/** No violation of any rule that axe has, contrast included. @param part of the page that is looked at, where not all of it. */
async function expectAccessible(page: Page, part?: string): Promise<void> {
  await untilItAnswers(page);
  // Colours are judged as they are once nothing moves any more.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  });
  const axe = new AxeBuilder({ page });
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => `${node.html} ${node.failureSummary}`) }));
  expect(found).toEqual([]);
}

/** Nothing is wider than the screen. */
async function expectToFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'pixels beyond the screen').toBeLessThanOrEqual(0);
}

// Nothing moves: what still fades in has other colours than it comes to have.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const screens = [
  { colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

/** Every tab of the client area that everybody has. */
const tabs = navigation.filter(({ only }) => only === undefined).map(({ href }) => href);

for (const screen of screens) {
  test.describe(`${screen.colorScheme}, ${screen.viewport.width} pixels wide`, () => {
    test.use(screen);

    for (const path of ['/', '/sign-in', '/sign-up', '/forgot', '/forgot/new', '/confirm', '/docs']) {
      test(`${path}`, async ({ page }) => {
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', screen.colorScheme);
        await expectAccessible(page);
        await expectToFit(page);
      });
    }

    test('a page that does not exist', async ({ page, expectedComplaints }) => {
      expectedComplaints.push(/status of 404/);
      expect((await page.goto('/nowhere'))?.status()).toBe(404);
      await expectAccessible(page);
      await expectToFit(page);
    });

    test('the client area of a new account', async ({ page, newAccount, signInAs }) => {
      // Many pages, each looked through as a whole.
      test.slow();
      await signInAs(await newAccount());
      for (const path of tabs) {
        await page.goto(path);
        await expectAccessible(page);
        await expectToFit(page);
      }
    });

    test('the client area of a reseller', async ({ page, pages, newAccount, signInAs, site, services }) => {
      // Many pages, each looked through as a whole.
      test.slow();
      const account = await newAccount({ resellerMode: true, balance: 50 });
      await buyProxies(site, services, account, { country: 'fr', qty: 2, price: 3 });
      const { lastFour } = await issueKey(services, account.id);
      await signInAs(account);
      for (const path of ['/client/buy?qty=9', ...tabs]) {
        await page.goto(path);
        await expectAccessible(page);
        await expectToFit(page);
      }
      await page.goto('/client/reseller');
      await pages.reseller.replace.click();
      await expect(pages.reseller.dialog).toBeVisible();
      await expectAccessible(page);
      await pages.reseller.confirm(lastFour);
      await expect(pages.reseller.freshKey).toBeVisible();
      await expect(pages.reseller.dialog).toHaveCount(0);
      await expectAccessible(page);
      await expectToFit(page);
    });

    test('the desk of support', async ({ page, pages, newAccount, signInAs, services }) => {
      // Many pages, each looked through as a whole.
      test.slow();
      const customer = await newAccount({ resellerMode: true, balance: 50 });
      const failed = { key: `failed-${customer.id}-${screen.colorScheme}`, country: 'fr', qty: 2 } as const;
      const orderId = await putFailedOrder({ services }, { accountId: customer.id, email: customer.email }, failed);
      await signInAs(await newAccount({ role: 'support' }));
      for (const path of [
        '/desk',
        '/desk/settlement',
        '/desk/settlement?sort=most_held',
        '/desk/settlement/claims',
        `/desk/settlement/${orderId}`,
        '/desk/accounts',
        '/desk/accounts?search=nobody-has-this',
        `/desk/accounts/${customer.id}`,
        '/desk/audit',
      ]) {
        await page.goto(path);
        await expectAccessible(page);
        await expectToFit(page);
      }
      await pages.desk.openAccount(customer.id);
      await pages.desk.open('Credit or debit');
      await expectAccessible(page);
      await pages.desk.propose('150', 'goodwill after an outage');
      await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
    });

    test('a purchase made', async ({ page, pages, newAccount, signInAs }) => {
      await signInAs(await newAccount({ balance: 50 }));
      await pages.buy.open({ country: 'eu', qty: 2 });
      await pages.buy.buy.click();
      await expect(pages.buy.credentials).toHaveCount(2);
      await expectAccessible(page);
      await expectToFit(page);
    });

    test('a top-up, from its checkout to its receipt', async ({ page, pages, newAccount, signInAs }) => {
      await signInAs(await newAccount());
      await pages.balance.open();
      await pages.balance.otherAmount.fill('1');
      await pages.balance.pay.click();
      await expectAccessible(page);
      await pages.balance.otherAmount.fill('10');
      await pages.balance.pay.click();
      await expect(page).toHaveURL(/sandbox/);
      await expectAccessible(page);
      await expectToFit(page);
      await page.getByRole('button', { name: /^Pay/ }).click();
      await expect(page.getByRole('heading', { name: '€10.00 credited' })).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
      await page.getByRole('link', { name: 'Receipt' }).click();
      await expect(page.getByRole('article')).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
      await pages.balance.open();
      await expectAccessible(page);
      await expectToFit(page);
    });

    test('buyers, their links, and the page that a buyer sees', async ({
      page,
      pages,
      newAccount,
      signInAs,
      site,
      services,
      expectedComplaints,
    }) => {
      test.slow();
      expectedComplaints.push(/status of 404/);
      const account = await newAccount({ resellerMode: true, balance: 50 });
      const [proxyId = ''] = await buyProxies(site, services, account, { country: 'fr', qty: 2, price: 2 });
      await signInAs(account);
      for (const path of ['/client/resale/buyers', '/client/resale/links']) {
        await page.goto(path);
        await expectAccessible(page);
        await expectToFit(page);
      }
      await pages.resale.open();
      await pages.resale.line(proxyId).choose.check();
      await page.getByRole('button', { name: 'Edit the 1 chosen' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Cancel' }).last().click();
      await pages.resale.edit({ buyer: 'Kestrel Labs' });
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await expectAccessible(page);
      await pages.buyers.open();
      await expectAccessible(page);
      await expectToFit(page);
      await pages.links.open();
      const address = await pages.links.make('New link');
      await expect(pages.links.lines).toHaveCount(1);
      await expectAccessible(page);
      await expectToFit(page);
      await pages.buyerLink.open(address);
      await page.getByRole('button', { name: /^QR code of isp/ }).click();
      await page.getByRole('button', { name: /^Check isp/ }).click();
      await expect(page.getByText('HTTP', { exact: true })).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
      await page.goto('/b/garbage');
      await expectAccessible(page);
      await expectToFit(page);
    });

    test('the desk’s stock and prices', async ({ page, pages: { deskStock, deskPrices }, newAccount, signInAs }) => {
      test.slow();
      await signInAs(await newAccount({ role: 'support' }));
      await deskStock.open();
      await expect(deskStock.charts.first()).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
      await deskStock.preview('192.0.2.0/30 nonsense 10.0.0.0/30');
      await expectAccessible(page);
      await expectToFit(page);
      await deskPrices.open();
      await expect(deskPrices.chart).toBeVisible();
      await deskPrices.figures.click();
      await expectAccessible(page);
      await expectToFit(page);
      await deskPrices.change.click();
      await expect(deskPrices.dialog.getByRole('img', { name: /^What 1 to/ })).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
    });

    test('an invoice', async ({ page, pages, newAccount, signInAs, site, services }) => {
      const account = await newAccount({ resellerMode: true, balance: 10 });
      await buyProxies(site, services, account, { country: 'fr', qty: 1 });
      await signInAs(account);
      await pages.invoices.open();
      await pages.invoices.read(pages.invoices.lines.first());
      await expectAccessible(page);
      await expectToFit(page);
    });

    test('a proxy in use', async ({ page, pages, newAccount, signInAs, site, services }) => {
      const account = await newAccount({ resellerMode: true, balance: 50 });
      const [proxyId = ''] = await buyProxies(site, services, account, { country: 'fr', qty: 1 });
      const today = new Date(new Date().toISOString().slice(0, 10));
      const day = { proxyId, day: today, upBytes: 1_000_000n, downBytes: 24_000_000n, connections: 7n };
      await services.db.prisma.proxyUsage.create({ data: day });
      await signInAs(account);
      await pages.resale.open();
      const view = await pages.resale.use(proxyId);
      await expect(view.chart).toBeVisible();
      await view.traffic.getByText('Day by day').click();
      await view.showPassword.click();
      await view.reset.click();
      await expectAccessible(page);
      await view.resetNow.click();
      await view.check.click();
      await expect(view.result('HTTP')).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
    });
  });
}

// Pages and dialogs that are long to look through: both themes and both widths are in these two, and no colour knows how wide the screen is.
for (const screen of [screens[0], screens[3]]) {
  test.describe(`at length: ${screen.colorScheme}, ${screen.viewport.width} pixels wide`, () => {
    test.use(screen);

    test('the client area of a customer, as support sees it', async ({ page, pages, newAccount, signInAs, site, services }) => {
      // Many pages, each looked through as a whole.
      test.slow();
      const customer = await newAccount({ resellerMode: true, balance: 50 });
      const [proxyId = ''] = await buyProxies(site, services, customer, { country: 'fr', qty: 2, price: 3 });
      await signInAs(await newAccount({ role: 'support' }));
      await page.goto(`/desk/accounts/${customer.id}`);
      await page.getByRole('button', { name: 'See what the customer sees' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await pages.deskView.begin(customer.id, 'asked for in a mail');
      for (const path of tabs) {
        await page.goto(path);
        await expect(pages.deskView.banner).toBeVisible();
        await expectAccessible(page);
        await expectToFit(page);
      }
      await pages.proxies.open();
      await expect((await pages.proxies.use(proxyId)).field('Password')).toBeVisible();
      await expectAccessible(page);
    });

    test('every dialog of the desk', async ({ page, newAccount, signInAs, site, services }) => {
      // Many dialogs, each looked through as a whole.
      test.setTimeout(480_000);
      const world = await newDeskWorld(site, services, await newAccount({ resellerMode: true, balance: 50 }));
      await signInAs(await newAccount({ role: 'support' }));
      for (const dialog of deskDialogs) {
        await test.step(dialog.name, async () => {
          await openDeskDialog(page, world, dialog);
          await expectAccessible(page, '[role="dialog"]');
          await expectToFit(page);
        });
      }
    });
  });
}

test('the colour scheme is switched by hand and kept', async ({ page, pages }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await pages.landing.open();
  await page.getByTitle('Dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByTitle('As the system has it').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('a phone shows which tab is open, wherever it stands in the row', async ({ page, pages, newAccount, signInAs }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(await newAccount());
  const current = page.getByRole('navigation', { name: 'Client area' }).locator('[aria-current]');
  for (const path of tabs) {
    await page.goto(path);
    await expect(current).toBeInViewport({ ratio: 0.95 });
  }
  await pages.overview.open();
  await expect(current).toBeInViewport({ ratio: 0.95 });
  await pages.overview.go('Invoices');
  await expect(current).toHaveText('Invoices');
  await expect(current).toBeInViewport({ ratio: 0.95 });
});

test('a phone edits the book', async ({ page, pages, newAccount, signInAs, site, services }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const account = await newAccount({ resellerMode: true, balance: 20 });
  const [proxyId = ''] = await buyProxies(site, services, account, { country: 'fr', qty: 1 });
  await signInAs(account);
  await pages.overview.open();
  await pages.overview.go('Resale');
  const { price, savesPrice } = pages.resale.line(proxyId);
  await price.fill('8');
  await savesPrice(() => price.press('Enter'));
  await expect(price).toHaveValue('8.00');
});
