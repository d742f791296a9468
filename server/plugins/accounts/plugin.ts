/** Accounts: who may sign in, and as what. */
import { definePlugin } from '#server/kernel/plugin.ts';
import { accountsRouter } from './router.ts';

export const accounts = definePlugin({
  id: 'accounts',
  needs: [],
  router: accountsRouter,
  navigation: [{ href: '/client', label: 'Overview', icon: 'overview', order: 10 }],
});
