/** Resale: the book in which a reseller notes what each proxy was sold for, and to whom. */
import { definePlugin } from '#server/kernel/plugin.ts';
import { resaleRouter } from './router.ts';

export const resale = definePlugin({
  id: 'resale',
  needs: ['proxies'],
  router: resaleRouter,
  navigation: [{ href: '/client/resale', name: 'resale', order: 20 }],
});
