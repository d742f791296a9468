/** The list of proxies: found by what the address says, chosen, copied and downloaded. */
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { endIn } from '#tests/harness/validity.ts';
import { expect, program, type SiteUnderTest, test } from './site.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A test that begins on the list of an account with a proxy of France that expires in three days, and two of Spain. */
const listTest = test.extend<{ delivered: readonly [DeliveredProxy, DeliveredProxy, DeliveredProxy] }>({
  delivered: async ({ newAccount, signInAs, site, services, pages, context }, use) => {
    const account = await newAccount({ resellerMode: true, balance: 50 });
    const { apiKey } = await issueKey(services, account.id);
    const [french] = await buy(site, apiKey, { country: 'fr', qty: 1 });
    const [first, second] = await buy(site, apiKey, { country: 'es', qty: 2 });
    if (!french || !first || !second) throw new Error('nothing was delivered');
    const until = await endIn(services, [french.proxy_id], 3 * DAY_MS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAs(account);
    await pages.proxies.open();
    await use([{ ...french, expires_at: until.toISOString() }, first, second]);
  },
});

async function buy(site: SiteUnderTest, apiKey: string, order: { country: string; qty: number }): Promise<DeliveredProxy[]> {
  return ((await (await program(site, apiKey).buy(order)).json()) as { proxies: DeliveredProxy[] }).proxies;
}

listTest('is searched, filtered and sorted, and the address says how', async ({ page, pages, delivered }) => {
  const { proxies } = pages;
  const [french, spanish] = delivered;
  await expect(proxies.lines).toHaveCount(3);
  await expect(proxies.line(french.proxy_id)).toContainText('Soon');

  await proxies.search.fill(`socks5://${spanish.username}:${spanish.password}@${spanish.host}:1080`);
  await expect(proxies.lines).toHaveCount(1);
  await expect(page).toHaveURL(`/client/proxies?search=${spanish.username}`);
  await proxies.search.fill('');
  await expect(proxies.lines).toHaveCount(3);

  await proxies.sort.selectOption('First to expire');
  await expect(page).toHaveURL(/sort=expires_first/);
  await expect(proxies.lines.first()).toContainText(french.proxy_id);
  await proxies.country.selectOption('Spain');
  await expect(proxies.lines).toHaveCount(2);
  await expect(proxies.status('All')).toContainText('2');
  await page.reload();
  await expect(proxies.country).toHaveValue('es');
  await expect(proxies.lines).toHaveCount(2);
  await page.goBack();
  await expect(proxies.lines).toHaveCount(3);

  await proxies.status('Expire within 7 days').click();
  await expect(proxies.lines).toHaveCount(1);
  await proxies.status('Expired').click();
  await expect(page.getByText('No proxy found')).toBeVisible();
  await page.getByRole('link', { name: 'Show all proxies' }).click();
  await expect(page).toHaveURL(/\/client\/proxies$/);
  await expect(proxies.lines).toHaveCount(3);
});

listTest('shows the search before on the way back to it, whatever was typed meanwhile', async ({ page, pages, delivered }) => {
  const { proxies } = pages;
  const [french, spanish] = delivered;
  await proxies.search.fill(french.username);
  await expect(proxies.lines).toHaveCount(1);
  await proxies.sort.selectOption('First to expire');
  await expect(page).toHaveURL(/sort=expires_first/);
  await proxies.search.fill(spanish.username);
  await expect(proxies.line(spanish.proxy_id)).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(`/client/proxies?search=${french.username}`);
  await expect(proxies.search).toHaveValue(french.username);
  await expect(proxies.lines).toHaveCount(1);
  await expect(proxies.line(french.proxy_id)).toBeVisible();
});

listTest('hands over one, the chosen, or all that are found', async ({ page, pages, delivered }) => {
  const { proxies } = pages;
  const [french, first, second] = delivered;
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await proxies.copyCredential(french.proxy_id).click();
  await expect.poll(clipboard).toBe(french.access);

  await proxies.choose(french.proxy_id).check();
  await proxies.choose(second.proxy_id).check();
  await proxies.format.selectOption('http://user:pass@host:port');
  await proxies.copy(2).click();
  await expect(proxies.outcome).toContainText('2 proxies copied');
  const url = ({ username, password, host, port }: DeliveredProxy) => `http://${username}:${password}@${host}:${port}`;
  expect(await clipboard()).toBe(`${url(french)}\n${url(second)}`);

  await page.getByRole('button', { name: 'Choose none' }).click();
  await proxies.country.selectOption('Spain');
  await expect(proxies.lines).toHaveCount(2);
  await proxies.format.selectOption('JSON');
  const file = await proxies.download('all');
  expect(file.name).toMatch(/^proxies-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(file.text)).toEqual([first, second]);

  await proxies.thisPage.check();
  await expect(proxies.choose(first.proxy_id)).toBeChecked();
  await proxies.format.selectOption('CSV');
  expect((await proxies.download(2)).text.split('\r\n')).toHaveLength(4);
  expect(await page.content()).not.toContain(first.password);
});

listTest('opens a proxy at its side', async ({ pages, delivered: [proxy] }) => {
  const view = await pages.proxies.use(proxy.proxy_id);
  await expect(view.field('Username')).toHaveText(proxy.username);
  await view.close();
});

listTest(
  'says that nothing was copied where the site does not answer',
  async ({ page, pages, delivered, expectedComplaints }) => {
    expectedComplaints.push(/Failed to load resource/);
    await page.route('**/api/trpc/proxies.credentials**', (route) => route.abort());
    await pages.proxies.copy('all').click();
    await expect(page.getByText('Nothing was copied or downloaded')).toBeVisible();
    await page.unroute('**/api/trpc/proxies.credentials**');
    await pages.proxies.copy('all').click();
    await expect(pages.proxies.outcome).toContainText(`${delivered.length} proxies copied`);
  },
);

test('a new account is told what to do', async ({ page, pages, newAccount, signInAs }) => {
  await signInAs(await newAccount());
  await pages.overview.open();
  await pages.overview.go('Proxies');
  await expect(page.getByText('No proxy yet')).toBeVisible();
});
