/** Billing: the prepaid balance, its ledger, and invoices. */
import { definePlugin } from '#server/kernel/plugin.ts';
import { billingErrors } from './errors.ts';
import { billingRouter } from './router.ts';

export const billing = definePlugin({
  id: 'billing',
  needs: ['accounts', 'mail'],
  router: billingRouter,
  errors: billingErrors,
  navigation: [
    { href: '/client/balance', name: 'balance', order: 18 },
    { href: '/client/invoices', name: 'invoices', order: 19 },
  ],
});
