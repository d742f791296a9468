/** Accounts: who may sign in, and as what. */
import { definePlugin } from '#server/kernel/plugin.ts';
import { forgetOldTries } from './port.ts';
import { accountsRouter } from './router.ts';

export const accounts = definePlugin({
  id: 'accounts',
  needs: [],
  router: accountsRouter,
  navigation: [{ href: '/client', name: 'overview', order: 10 }],
  jobs: [{ name: 'forget old tries', everySeconds: 600, run: forgetOldTries }],
});
