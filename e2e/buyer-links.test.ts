/** A buyer link, from the book to the buyer's phone and to its end. */
import { download } from './downloads.ts';
import { hear } from './passing-words.ts';
import { expect, test } from './site.ts';

test('a buyer copies, downloads and scans his proxies on a phone, until the link is revoked', async ({
  page,
  pages,
  context,
  signInAsBuyer,
  services,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 404/);
  const { proxyIds: ids } = await signInAsBuyer(50, { country: 'fr', qty: 3, price: 4 });
  await pages.resale.open();
  for (const id of ids.slice(0, 2)) await pages.resale.line(id).choose.check();
  await pages.resale.edit({ buyer: 'Kestrel Labs' });
  await expect(page.getByText('2 proxies changed.')).toBeVisible();

  await pages.buyers.open();
  await expect(pages.buyers.line('Kestrel Labs')).toContainText('€8.00');
  const address = await pages.links.make('New link for Kestrel Labs');
  await expect(pages.buyers.line('Kestrel Labs')).toContainText('1 live link');
  await pages.buyers.rename('Kestrel Labs', 'Kestrel & Sons');
  await expect(pages.buyers.line('Kestrel & Sons')).toContainText('1 live link');

  const session = await context.cookies();
  await context.clearCookies();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 390, height: 844 });
  await pages.buyerLink.open(address);
  await expect(page.getByRole('heading', { name: '2 live proxies' })).toBeVisible();
  await expect(pages.buyerLink.proxies).toHaveCount(2);
  await expect(page.getByText('Kestrel')).toHaveCount(0);
  const usernames = (await services.db.prisma.proxy.findMany({ where: { id: { in: ids.slice(0, 2) } } })).map(
    (row) => row.username,
  );

  await pages.buyerLink.format.selectOption('socks5://user:pass@host:port');
  await hear(pages.buyerLink.bar, 'Copied', () => pages.buyerLink.copyAll.click());
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toHaveLength(2);
  for (const username of usernames) expect(copied).toContain(`socks5://${username}:`);
  await pages.buyerLink.format.selectOption('CSV');
  const table = await download(pages.buyerLink.download);
  expect(table.text.trim().split('\r\n')).toHaveLength(3);

  const one = pages.buyerLink.proxy(usernames[0] ?? '');
  await one.code.click();
  await expect(one.codeImage).toBeVisible();
  await expect.poll(() => one.codeImage.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await one.check.click();
  await expect(one.item.getByText('SOCKS5')).toBeVisible();

  await context.addCookies(session);
  await pages.links.open();
  await expect(pages.links.lines).toContainText('1 time');
  await pages.links.revoke('Kestrel & Sons');
  await expect(pages.links.lines).toContainText('Revoked');
  await context.clearCookies();
  await pages.buyerLink.open(address);
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
});
