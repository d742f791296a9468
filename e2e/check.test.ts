/** The check of a proxy, through the real entry point to the real site. Linux: exit addresses are loopback addresses. */
import { randomInt } from 'node:crypto';
import { expect, test } from './site.ts';

test('the check shows the exit address over both protocols, also with a new password, and where it fails the reason', async ({
  pages,
  signInAsBuyer,
  services,
}) => {
  const { proxyIds } = await signInAsBuyer(20, { country: 'fr', qty: 2 });
  const [local = '', remote = ''] = proxyIds;
  const exit = `127.${randomInt(16, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
  await services.db.prisma.proxy.update({ where: { id: local }, data: { address: { update: { ip: exit } } } });
  await pages.resale.open();

  const view = await pages.resale.use(local);
  for (const password of ['as delivered', 'new']) {
    await view.check.click();
    for (const protocol of ['SOCKS5', 'HTTP'] as const) {
      await expect(view.result(protocol), password).toContainText('Works');
      await expect(view.result(protocol)).toContainText(exit);
      await expect(view.result(protocol)).toContainText(/\d+ ms/);
    }
    if (password === 'new') break;
    await view.reset.click();
    await view.resetNow.click();
    await expect(view.hidePassword).toBeVisible();
  }
  await view.close();

  // An address of the test's stock that this machine does not have.
  const other = await pages.resale.use(remote);
  await other.check.click();
  await expect(other.result('HTTP')).toContainText('The exit address of this proxy is out of service');
  await expect(other.result('SOCKS5')).toContainText('refused the connection (SOCKS5 Failure)');
});
