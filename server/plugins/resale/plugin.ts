/** Resale: the book in which a reseller notes what each proxy was sold for, and to whom; and the links that show buyers theirs. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { accountData } from '../accounts/port.ts';
import { resaleErrors } from './errors.ts';
import { forgetEnded, resaleData } from './port.ts';
import { resaleRouter } from './router.ts';

export const resale = definePlugin({
  id: 'resale',
  needs: ['accounts', 'proxies'],
  router: resaleRouter,
  errors: resaleErrors,
  navigation: [{ href: '/client/resale', name: 'resale', order: 20 }],
  jobs: [{ name: 'forget ended links and edits', everySeconds: 600, run: forgetEnded }],
  extensions: [extend(accountData, resaleData)],
});
