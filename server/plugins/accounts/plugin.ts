/** Accounts: who may sign in, and as what. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { taskKinds } from '../tasks/port.ts';
import { accountData } from './port/deletion.ts';
import { exportKind } from './port/export.ts';
import { ownData } from './port/own-data.ts';
import { forgetWhatRanOut } from './port/sign-in.ts';
import { forgetOldTries } from './port/throttle.ts';
import { accountsRouter } from './router.ts';

export const accounts = definePlugin({
  id: 'accounts',
  needs: ['mail', 'tasks'],
  router: accountsRouter,
  navigation: [
    { href: '/client', name: 'overview', order: 10 },
    { href: '/client/account', name: 'account', order: 40 },
  ],
  jobs: [
    { name: 'forget old tries', everySeconds: 600, run: forgetOldTries },
    { name: 'forget sessions and links that ran out', everySeconds: 3_600, run: forgetWhatRanOut },
  ],
  extensions: [extend(accountData, ownData), extend(taskKinds, exportKind)],
});
