/** Payments: how people put money onto their balance. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { accountData } from '../accounts/port.ts';
import { sandbox } from './adapters/sandbox.ts';
import { stripe } from './adapters/stripe.ts';
import { paymentErrors } from './errors.ts';
import { ownData, paymentProviders, settleDue } from './port.ts';
import { paymentsRouter } from './router.ts';

export const payments = definePlugin({
  id: 'payments',
  needs: ['accounts', 'billing'],
  router: paymentsRouter,
  errors: paymentErrors,
  extensions: [extend(paymentProviders, stripe, sandbox), extend(accountData, ownData)],
  jobs: [{ name: 'look after payments', everySeconds: 15, run: settleDue }],
});
