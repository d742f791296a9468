/** A proxy in the client area: its credential, lines that use it, its traffic, and a new password. */
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { endIn } from '#tests/harness/validity.ts';
import { expect, program, test } from './site.ts';

/** A test that begins on the book of an account with one proxy. */
const proxyTest = test.extend<{ delivered: DeliveredProxy }>({
  delivered: async ({ newAccount, signInAs, site, services, pages, context }, use) => {
    const account = await newAccount({ resellerMode: true, balance: 20 });
    const { apiKey } = await issueKey(services, account.id);
    const answer = (await (await program(site, apiKey).buy({ country: 'fr', qty: 1 })).json()) as { proxies: DeliveredProxy[] };
    const [proxy] = answer.proxies;
    if (!proxy) throw new Error('nothing was delivered');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAs(account);
    await pages.resale.open();
    await use(proxy);
  },
});

proxyTest(
  'the password is hidden until it is asked for, and copied all the same',
  async ({ page, pages, delivered: proxy, site }) => {
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const view = await pages.resale.use(proxy.proxy_id);
    await expect(view.field('Host')).toHaveText(proxy.host);
    await expect(view.field('Port')).toHaveText(String(proxy.port));
    await expect(view.field('Username')).toHaveText(proxy.username);
    expect(await page.content()).not.toContain(proxy.password);

    await view.copy('password').click();
    await expect.poll(clipboard).toBe(proxy.password);
    await view.copy('host:port:username:password').click();
    await expect.poll(clipboard).toBe(proxy.access);
    await view.copy('curl line over SOCKS5').click();
    await expect.poll(clipboard).toContain(`--proxy-user '${proxy.username}:${proxy.password}'`);
    expect(await clipboard()).toContain(`:${new URL(site.url).port}/api/ip`);

    await view.showPassword.click();
    await expect(view.field('Password')).toHaveText(proxy.password);
    await expect(view.httpLine).toContainText(proxy.password);
    await view.hidePassword.click();
    expect(await page.content()).not.toContain(proxy.password);
  },
);

proxyTest('a reset asks first, then shows the new password', async ({ page, pages, delivered: proxy }) => {
  const view = await pages.resale.use(proxy.proxy_id);
  await view.reset.click();
  await expect(view.keepPassword).toBeFocused();
  await view.keepPassword.click();
  await expect(view.resetNow).toHaveCount(0);
  await view.copy('password').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(proxy.password);

  await view.reset.click();
  await view.resetNow.click();
  await expect(view.hidePassword).toBeVisible();
  await expect(view.field('Password')).toHaveText(/^[0-9A-Za-z]{24}$/);
  await expect(view.field('Password')).not.toHaveText(proxy.password);
  const fresh = (await view.field('Password').textContent()) ?? '';
  await view.close();
  // Put away with the drawer.
  const again = await pages.resale.use(proxy.proxy_id);
  await expect(again.showPassword).toBeVisible();
  await again.showPassword.click();
  await expect(again.field('Password')).toHaveText(fresh);
});

proxyTest('its traffic is told in figures and drawn', async ({ pages, delivered: proxy, services }) => {
  const view = await pages.resale.use(proxy.proxy_id);
  await expect(view.traffic).toContainText('Nothing has gone through this proxy');
  const today = new Date(new Date().toISOString().slice(0, 10));
  const { prisma } = services.db;
  const rows = [0, 3].map((ago) => ({
    proxyId: proxy.proxy_id,
    day: new Date(today.getTime() - ago * 24 * 60 * 60 * 1_000),
    upBytes: 1_000_000n,
    downBytes: 24_000_000n,
    connections: 7n,
  }));
  await prisma.proxyUsage.createMany({ data: rows });
  await pages.proxies.open();
  await expect(pages.proxies.line(proxy.proxy_id)).toContainText('50 MB');
  await pages.resale.open();
  await pages.resale.use(proxy.proxy_id);
  await expect(view.traffic).toContainText('25 MB');
  await expect(view.traffic).toContainText('2 MB up, 48 MB down, 14 connections');
  await expect(view.chart).toBeVisible();
  await view.traffic.getByText('Day by day').click();
  await expect(view.traffic.getByRole('table').getByRole('row')).toHaveCount(3);
});

proxyTest('the Reseller page has the lines for one of the newest proxies', async ({ pages, delivered: proxy }) => {
  await pages.reseller.open();
  const { choice, view } = pages.reseller.inUse;
  await expect(choice).toHaveValue(proxy.proxy_id);
  await expect(view.socks5Line).toContainText(proxy.username);
  await expect(view.check).toBeVisible();
});

test('before the first purchase it has lines to fill in', async ({ pages, newAccount, signInAs }) => {
  await signInAs(await newAccount({ resellerMode: true }));
  await pages.reseller.open();
  const { choice, view } = pages.reseller.inUse;
  await expect(choice).toHaveCount(0);
  await expect(view.socks5Line).toContainText("'USERNAME:PASSWORD'");
});

proxyTest('an expired proxy has no check and no reset', async ({ pages, delivered: proxy, services }) => {
  await endIn(services, [proxy.proxy_id], -1_000);
  const view = await pages.resale.use(proxy.proxy_id);
  await expect(view.field('Username')).toHaveText(proxy.username);
  await expect(view.check).toHaveCount(0);
  await expect(view.reset).toHaveCount(0);
});
