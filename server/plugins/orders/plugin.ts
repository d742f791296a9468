/** Orders: the purchase, its idempotency and its cap. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { accountData } from '../accounts/port.ts';
import { orderErrors } from './errors.ts';
import { resumeOrders } from './port/fulfilment.ts';
import { makeUpResale, orderData } from './port.ts';
import { ordersRouter } from './router.ts';

export const orders = definePlugin({
  id: 'orders',
  needs: ['accounts', 'billing', 'mail', 'pricing', 'proxies', 'resale'],
  router: ordersRouter,
  errors: orderErrors,
  navigation: [{ href: '/client/buy', name: 'buy', order: 15 }],
  jobs: [
    { name: 'add missing resale entries', everySeconds: 30, run: makeUpResale },
    { name: 'go on with orders under way', everySeconds: 2, run: resumeOrders },
  ],
  extensions: [extend(accountData, orderData)],
});
