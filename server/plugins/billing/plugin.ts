/** Billing: the prepaid balance, its ledger, and invoices. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { accountData } from '../accounts/port.ts';
import { taskKinds } from '../tasks/port.ts';
import { invoiceMonthTask } from './adapters/invoice-month-task.ts';
import { billingErrors } from './errors.ts';
import { billingRouter } from './router.ts';
import { billingData } from './store/account-data.ts';

export const billing = definePlugin({
  id: 'billing',
  needs: ['accounts', 'mail', 'tasks'],
  router: billingRouter,
  errors: billingErrors,
  extensions: [extend(taskKinds, invoiceMonthTask), extend(accountData, billingData)],
  navigation: [
    { href: '/client/balance', name: 'balance', order: 18 },
    { href: '/client/invoices', name: 'invoices', order: 19 },
  ],
});
