/** Accounts: who may sign in, and as what. */
import { definePlugin } from '#server/kernel/plugin.ts';
import { forgetOldTries, forgetWhatRanOut } from './port.ts';
import { accountsRouter } from './router.ts';

export const accounts = definePlugin({
  id: 'accounts',
  needs: ['mail'],
  router: accountsRouter,
  navigation: [{ href: '/client', name: 'overview', order: 10 }],
  jobs: [
    { name: 'forget old tries', everySeconds: 600, run: forgetOldTries },
    { name: 'forget sessions and links that ran out', everySeconds: 3_600, run: forgetWhatRanOut },
  ],
});
