/** Orders: the purchase, its idempotency and its cap. */
import { definePlugin } from '#server/kernel/plugin.ts';
import { orderErrors } from './errors.ts';
import { makeUpResale } from './port.ts';
import { ordersRouter } from './router.ts';

export const orders = definePlugin({
  id: 'orders',
  needs: ['billing', 'pricing', 'proxies', 'resale'],
  router: ordersRouter,
  errors: orderErrors,
  navigation: [{ href: '/client/buy', name: 'buy', order: 15 }],
  jobs: [{ name: 'add missing resale entries', everySeconds: 30, run: makeUpResale }],
});
