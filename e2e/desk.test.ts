/** The desk: a cap raised, money moved by two people, a failed order delivered and another refunded, the books checked; for support alone. */
import { issueKey } from '#server/plugins/reseller/port.ts';
import { putFailedOrder } from '#tests/harness/orders.ts';
import { newDeskWorld } from './desk-dialogs.ts';
import { expect, program, test } from './site.ts';

test('support raises a cap, and the next order goes through', async ({ page, pages, newAccount, signInAs, site, services }) => {
  const customer = await newAccount({ resellerMode: true, balance: 50 });
  await services.db.prisma.orderCap.create({ data: { accountId: customer.id, proxiesPerDay: 1 } });
  const { apiKey } = await issueKey(services, customer.id);
  const reseller = program(site, apiKey);
  expect((await reseller.buy({ country: 'fr', qty: 2 })).status).toBe(429);

  await signInAs(await newAccount({ role: 'support' }));
  await pages.desk.find(customer.email, customer.email);
  await pages.desk.open('Change the cap');
  await pages.desk.dialog.getByRole('button', { name: 'Set the cap' }).click();
  await expect(pages.desk.dialog.getByText('Give a reason')).toBeVisible();
  await pages.desk.dialog.getByLabel('Proxies over 24 hours').fill('700');
  await pages.desk.confirm('Set the cap to 700', 'grows quickly, pays in advance');
  await expect(pages.desk.standing).toContainText('700 proxies');
  expect((await reseller.buy({ country: 'fr', qty: 2 })).status).toBe(201);

  await page.getByRole('link', { name: 'What was changed' }).click();
  await expect(pages.desk.changes).toHaveCount(1);
  await expect(pages.desk.changes).toContainText('grows quickly, pays in advance');
  await expect(pages.desk.changes).toContainText('700');
});

test('a credit above 100 euros waits for a second person', async ({ page, pages, newAccount, signInAs, context }) => {
  const customer = await newAccount({ balance: 5 });
  const [first, second] = [await newAccount({ role: 'support' }), await newAccount({ role: 'support' })];
  await signInAs(first);
  await pages.desk.openAccount(customer.id);
  await pages.desk.open('Credit or debit');
  await pages.desk.propose('150', 'goodwill after an outage');
  await expect(page.getByRole('region', { name: 'Waiting for a second person' })).toContainText('+€150.00');
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await context.clearCookies();
  await signInAs(second);
  await pages.desk.openAccount(customer.id);
  await page.getByRole('button', { name: 'Approve' }).click();
  await pages.desk.confirm('Credit €150.00', 'checked the outage');
  await expect(pages.desk.standing).toContainText('€155.00');
  await expect(pages.desk.ledger).toContainText('+€150.00');
});

test('a locked account cannot sign in, and is told so', async ({ pages, newAccount, signInAs, context, expectedComplaints }) => {
  expectedComplaints.push(/status of 401/);
  const customer = await newAccount();
  await signInAs(await newAccount({ role: 'support' }));
  await pages.desk.openAccount(customer.id);
  await pages.desk.open('Lock');
  await pages.desk.confirm('Lock', 'stolen card');
  await expect(pages.desk.standing).toContainText('Locked');
  await context.clearCookies();
  await pages.signIn.open();
  await pages.signIn.signIn(customer);
  await expect(pages.signIn.refusal).toContainText('This account is locked');
});

test('one failed order is delivered, another refunded', async ({ page, pages, newAccount, signInAs, site, services }) => {
  const customer = await newAccount({ resellerMode: true, balance: 50 });
  const { apiKey } = await issueKey(services, customer.id);
  const owner = { accountId: customer.id, email: customer.email };
  const put = (name: string) => putFailedOrder({ services }, owner, { key: `${name}-${customer.id}`, country: 'fr', qty: 2 });
  const [delivered, refunded] = [await put('delivered'), await put('refunded')];

  await signInAs(await newAccount({ role: 'support' }));
  await page.goto('/desk/settlement');
  await pages.desk.failed.getByRole('link', { name: `Order ${delivered}`, exact: true }).click();
  await pages.desk.settle('Deliver now', 'Deliver 2 proxies', 'stock is back');
  await expect(page.getByRole('region', { name: 'Proxies' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Delivered');

  await page.goto(`/desk/settlement/${refunded}`);
  await pages.desk.settle('Refund €5.00', 'Refund €5.00', 'nothing to deliver it from');
  await expect(page.getByRole('region', { name: 'What was moved for it' })).toContainText('+€5.00');

  const balance = await program(site, apiKey).balance();
  expect(await balance.json()).toMatchObject({ balance: 45 });
});

test('the queue goes by what is held, in its address too, and the overview says what waits', async ({
  page,
  pages,
  newAccount,
  signInAs,
  services,
}) => {
  const customer = await newAccount({ balance: 90 });
  const owner = { accountId: customer.id, email: customer.email };
  for (const [nth, qty] of [1, 30].entries()) {
    await putFailedOrder({ services }, owner, { key: `held-${nth}-${customer.id}`, country: 'es', qty });
  }
  await signInAs(await newAccount({ role: 'support' }));
  await page.goto('/desk/settlement');
  await page.getByLabel('Sorted by').selectOption('Most euros held first');
  await expect(page).toHaveURL(/sort=most_held/);
  await expect(pages.desk.failed.locator('tbody').getByRole('row').first()).toContainText('€75.00');
  await page.reload();
  await expect(pages.desk.failed).toHaveAccessibleName('Failed orders: most euros held first');
  await expect(page.getByRole('region', { name: 'Failed orders' })).toContainText(/\d+ orders, €[\d.,]+ held, the oldest failed/);

  await page.goto('/desk');
  const failures = page.getByRole('region', { name: 'Failed orders' });
  await expect(failures.getByRole('img', { name: /^Failures of the last 30 days: \d+ failed/ })).toBeVisible();
  await expect(page.getByText(/^As of \d\d:\d\d:\d\d/)).toBeVisible();
});

test('what a supplier was paid for and nobody got is told on the overview, listed, and closed once it was given back', async ({
  page,
  newAccount,
  signInAs,
  site,
  services,
}) => {
  const { claim } = await newDeskWorld(site, services, await newAccount({ resellerMode: true, balance: 50 }));
  await signInAs(await newAccount({ role: 'support' }));
  await page.goto('/desk');
  await expect(page.getByRole('img', { name: /^shop-.*, the last 48 hours: 420 calls worked, 60 failed/ }).first()).toBeVisible();
  const claims = page.getByRole('region', { name: 'Paid to suppliers and not passed on' });
  await expect(claims).toContainText(/€[\d.]+ in \d+ purchase/);
  await claims.getByRole('link', { name: 'List them' }).click();
  const lines = page
    .getByRole('table', { name: /^Purchases paid and not passed on/ })
    .locator('tbody')
    .getByRole('row');
  const line = lines.filter({ hasText: claim });
  await expect(line).toContainText('its order 812');
  await expect(line).toContainText('the supplier delivered another country');
  await expect(line).toContainText('€4.60');
  await line.getByRole('button', { name: `Close the claim of ${claim}` }).click();
  await page.getByLabel('Reason').fill('credited on their invoice');
  await page.getByRole('button', { name: 'Close the claim', exact: true }).click();
  await expect(page.getByText('The claim is closed.')).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('a payment on hold is told on the overview, and closed with a reason; its customer reads that it is settled', async ({
  page,
  pages,
  newAccount,
  signInAs,
  site,
  services,
  context,
}) => {
  const customer = await newAccount({ resellerMode: true, balance: 50 });
  await newDeskWorld(site, services, customer);
  await signInAs(await newAccount({ role: 'support' }));
  await page.goto('/desk');
  await expect(page.getByRole('region', { name: 'Failed orders' })).toContainText(/Payments on hold\d+/);
  await page.getByRole('link', { name: 'Settle them' }).click();
  const line = page.getByRole('table', { name: /^Payments on hold/ }).getByRole('row', { name: customer.email });
  await expect(line).toContainText('€1.00 came in');
  await line.getByRole('button', { name: 'Close the payment' }).click();
  await pages.desk.confirm('Close the payment', 'given back at the provider');
  await expect(page.getByText('The payment is closed.')).toBeVisible();
  await expect(line).toHaveCount(0);

  await context.clearCookies();
  await signInAs(customer);
  await page.goto('/client/balance');
  await expect(page.getByText('Settled', { exact: true })).toBeVisible();
});

test('the overview refreshes itself while it is looked at, and not out of sight', async ({ page, newAccount, signInAs }) => {
  await page.clock.install();
  await signInAs(await newAccount({ role: 'support' }));
  await page.goto('/desk');
  const asOf = page.getByText(/^As of /).locator('time');
  const first = await asOf.getAttribute('datetime');
  await page.clock.runFor(60_000);
  await expect(asOf).not.toHaveAttribute('datetime', first ?? '');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('support.overview')) asked += 1;
  });
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await page.clock.runFor(180_000);
  expect(asked).toBe(0);
});

test('the invariants are checked by a button', async ({ page, pages, newAccount, signInAs }) => {
  await signInAs(await newAccount({ role: 'support' }));
  await page.goto('/desk');
  const before = new Date();
  await pages.desk.invariants.getByRole('button', { name: 'Check now' }).click();
  await expect(async () => {
    const at = await pages.desk.invariants.locator('time').getAttribute('datetime');
    expect(new Date(at ?? 0).getTime()).toBeGreaterThan(before.getTime() - 1_000);
  }).toPass({ timeout: 60_000 });
});

test('there is no desk for customers, and a guest has to sign in first', async ({
  page,
  newAccount,
  signInAs,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 404/);
  const paths = [
    '/desk',
    '/desk/accounts',
    '/desk/accounts/1',
    '/desk/settlement',
    '/desk/settlement/1',
    '/desk/settlement/claims',
    '/desk/stock',
    '/desk/prices',
    '/desk/audit',
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(path)}`);
  }
  await signInAs(await newAccount());
  for (const path of paths) {
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
});
