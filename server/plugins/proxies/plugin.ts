/** Proxies: suppliers, the site's own address pool, and delivered credentials. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { accountData } from '../accounts/port.ts';
import { taskKinds } from '../tasks/port.ts';
import { addressPool } from './adapters/address-pool.ts';
import { resetTask } from './adapters/reset-task.ts';
import { supplierPoint } from './port/suppliers.ts';
import { forgetOldUsage } from './port.ts';
import { proxiesRouter } from './router.ts';
import { proxyData } from './store/account-data.ts';

export const proxies = definePlugin({
  id: 'proxies',
  needs: ['accounts', 'mail', 'tasks'],
  router: proxiesRouter,
  navigation: [{ href: '/client/proxies', name: 'proxies', order: 17 }],
  jobs: [{ name: 'forget old usage', everySeconds: 24 * 60 * 60, run: forgetOldUsage }],
  extensions: [extend(supplierPoint, addressPool), extend(taskKinds, resetTask), extend(accountData, proxyData)],
});
