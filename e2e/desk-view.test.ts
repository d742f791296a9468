/** Support sees what the customer sees: every list of his, none of his secrets, nothing that could be changed; and goes back to the desk. */
import { issueKey } from '#server/plugins/reseller/port.ts';
import { buyProxies, expect, program, test } from './site.ts';
import { keepStill } from './still-page.ts';

const reason = 'writes that a proxy is missing';

test('support looks at the client area of a customer, changes nothing, and goes back', async ({
  page,
  pages,
  newAccount,
  signInAs,
  site,
  services,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 403/);
  const customer = await newAccount({ resellerMode: true, balance: 50 });
  const proxyIds = await buyProxies(site, services, customer, { country: 'fr', qty: 2 });
  const { apiKey } = await issueKey(services, customer.id);
  expect((await program(site, apiKey).buy({ country: 'fr', qty: 0 })).status).toBe(400);
  const staff = await newAccount({ role: 'support' });
  await signInAs(staff);
  await pages.deskView.begin(customer.id, reason);
  await expect(pages.deskView.banner).toContainText(customer.email);

  await pages.proxies.open();
  await expect(pages.deskView.banner).toBeVisible();
  await expect(pages.proxies.lines).toHaveCount(2);
  const [proxyId = ''] = proxyIds;
  await pages.proxies.copyCredential(proxyId).click();
  await expect(pages.deskView.refusal).toBeVisible();
  const proxy = await pages.proxies.use(proxyId);
  await expect(proxy.field('Password')).toHaveText('••••••••••••');
  await expect(proxy.showPassword).toHaveCount(0);
  await expect(proxy.copy('username')).toBeVisible();
  await expect(proxy.copy('password')).toHaveCount(0);
  await proxy.close();

  await pages.balance.open();
  await expect(pages.balance.lines).toHaveCount(2);
  await page.goto('/client/reseller');
  await expect(pages.reseller.log.panel).toContainText('invalid_qty');

  await page.goto('/client/account');
  await page.getByLabel('Legal name').fill('Somebody Else Ltd');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(pages.deskView.refusal).toBeVisible();

  await pages.deskView.back();
  await expect(page).toHaveURL(`/desk/accounts/${customer.id}`);
  await page.getByRole('link', { name: 'What was changed' }).click();
  await expect(pages.desk.changes).toHaveCount(1);
  await expect(pages.desk.changes).toContainText(reason);
  await page.goto('/client');
  await expect(pages.deskView.banner).toHaveCount(0);
  await expect(page.getByTitle(staff.email)).toBeAttached();
});

test('a page that stayed open after the view ended goes back to the desk, and does nothing', async ({
  page,
  pages,
  newAccount,
  signInAs,
  services,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 412/);
  const customer = await newAccount({ balance: 50 });
  const staff = await newAccount({ role: 'support', balance: 50 });
  await signInAs(staff);
  await pages.deskView.begin(customer.id, reason);
  await keepStill(page);
  await pages.buy.open({ country: 'fr', qty: 1 });
  await services.db.prisma.session.updateMany({ where: { looksAtId: customer.id }, data: { looksUntil: new Date() } });
  await pages.buy.buy.click();
  await expect(page).toHaveURL(`/desk/accounts/${customer.id}`);
  expect(await services.db.prisma.order.count({ where: { accountId: { in: [customer.id, staff.id] } } })).toBe(0);
});

test('a page that stayed open while the look went on to another account shows nothing of that one', async ({
  page,
  pages,
  newAccount,
  signInAs,
  services,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 412/);
  const customer = await newAccount({ balance: 50 });
  const other = await newAccount({ balance: 77 });
  await signInAs(await newAccount({ role: 'support' }));
  await pages.deskView.begin(customer.id, reason);
  await services.db.prisma.session.updateMany({ where: { looksAtId: customer.id }, data: { looksAtId: other.id } });
  await page.getByRole('link', { name: 'Balance', exact: true }).click();
  await expect(page).toHaveURL(`/desk/accounts/${customer.id}`);
});

test('the banner is there in French and Spanish', async ({ page, pages, newAccount, signInAs, speak }) => {
  const customer = await newAccount();
  await signInAs(await newAccount({ role: 'support' }));
  await pages.deskView.begin(customer.id, reason);
  await speak('fr');
  await page.goto('/client/invoices');
  await expect(page.getByRole('button', { name: 'Retour au bureau du support' })).toBeVisible();
  await speak('es');
  await page.goto('/client/invoices');
  await expect(page.getByRole('button', { name: 'Volver a la mesa de soporte' })).toBeVisible();
});
