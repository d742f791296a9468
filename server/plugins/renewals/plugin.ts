/** Renewals: proxies are paid for another while, on demand or by themselves. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { accountData } from '../accounts/port.ts';
import { taskKinds } from '../tasks/port.ts';
import { renewDue } from './adapters/auto-renewal.ts';
import { renewalTask } from './adapters/renewal-task.ts';
import { renewalErrors } from './errors.ts';
import { renewalsRouter } from './router.ts';
import { renewalData } from './store/account-data.ts';

export const renewals = definePlugin({
  id: 'renewals',
  needs: ['accounts', 'billing', 'mail', 'pricing', 'proxies', 'tasks'],
  router: renewalsRouter,
  errors: renewalErrors,
  jobs: [{ name: 'renew proxies by themselves', everySeconds: 5 * 60, run: renewDue }],
  extensions: [extend(taskKinds, renewalTask), extend(accountData, renewalData)],
});
