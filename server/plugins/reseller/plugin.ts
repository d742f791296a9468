/** Reseller: API keys and the API's door. */
import { definePlugin } from '#server/kernel/plugin.ts';
import { resellerErrors } from './errors.ts';
import { flushUses } from './port.ts';
import { resellerRouter } from './router.ts';

export const reseller = definePlugin({
  id: 'reseller',
  needs: [],
  router: resellerRouter,
  errors: resellerErrors,
  navigation: [{ href: '/client/reseller', name: 'reseller', order: 30 }],
  jobs: [{ name: 'note when keys were used', everySeconds: 5, run: flushUses }],
});
