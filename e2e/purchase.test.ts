/** The purchase, end to end: from the key in the browser to the proxies in the book. */
import { expect, program, test } from './site.ts';

test('a program buys with the key that its owner generated, until the key is replaced', async ({ pages, newAccount, site }) => {
  const account = await newAccount({ resellerMode: true, balance: 50 });

  await pages.signIn.open();
  await pages.signIn.signIn(account);
  await expect(pages.overview.heading).toBeVisible();
  await pages.overview.go('Reseller');
  await pages.reseller.generate.click();
  const apiKey = await pages.reseller.readKey();

  const bought = await program(site, apiKey).buy({ country: 'fr', qty: 3, price: 4.5 });
  expect(bought.status).toBe(201);
  const order = (await bought.json()) as { proxies: { proxy_id: string }[]; total_debited: number };
  expect(order.proxies).toHaveLength(3);

  await pages.overview.go('Resale');
  await expect(pages.resale.lines).toHaveCount(3);
  for (const { proxy_id: id } of order.proxies) await expect(pages.resale.line(id).price).toHaveValue('4.50');

  const [first] = order.proxies.map((proxy) => pages.resale.line(proxy.proxy_id));
  if (!first) throw new Error('no proxy was bought');
  await first.price.fill('7,25');
  await first.savesPrice(() => first.price.press('Enter'));
  await first.buyer.fill('Northwind Media');
  await first.savesBuyer(() => first.buyer.press('Enter'));
  await pages.resale.open();
  await expect(first.price).toHaveValue('7.25');
  await expect(first.buyer).toHaveValue('Northwind Media');

  await pages.overview.go('Overview');
  await expect(pages.overview.orders.getByRole('row').nth(1)).toContainText('€8.70');
  await expect(pages.overview.figure('Balance')).toContainText('€41.30');

  await pages.overview.go('Reseller');
  await pages.reseller.replace.click();
  await expect(pages.reseller.dialog).toContainText('The old key dies at once');
  await pages.reseller.confirm(apiKey.slice(-4));
  await expect(pages.reseller.freshKey).not.toHaveText(apiKey);
  const newKey = await pages.reseller.readKey();
  expect((await program(site, apiKey).balance()).status).toBe(401);
  expect((await program(site, newKey).balance()).status).toBe(200);
});
