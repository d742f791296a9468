/** Reseller: API keys and the API's door. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { accountData } from '../accounts/port.ts';
import { resellerErrors } from './errors.ts';
import { flushUses, keyData } from './port.ts';
import { resellerRouter } from './router.ts';

export const reseller = definePlugin({
  id: 'reseller',
  needs: ['accounts'],
  router: resellerRouter,
  errors: resellerErrors,
  navigation: [{ href: '/client/reseller', name: 'reseller', order: 30 }],
  jobs: [{ name: 'note when keys were used', everySeconds: 5, run: flushUses }],
  extensions: [extend(accountData, keyData)],
});
