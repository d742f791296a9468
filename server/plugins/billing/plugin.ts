/** Billing: the prepaid balance, its ledger, and invoices. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { accountData } from '../accounts/port.ts';
import { billingErrors } from './errors.ts';
import { billingRouter } from './router.ts';
import { billingData } from './store/account-data.ts';

export const billing = definePlugin({
  id: 'billing',
  needs: ['accounts'],
  router: billingRouter,
  errors: billingErrors,
  navigation: [
    { href: '/client/balance', name: 'balance', order: 18 },
    { href: '/client/invoices', name: 'invoices', order: 19 },
  ],
  extensions: [extend(accountData, billingData)],
});
