/** Records: the log of API requests, and the answer to «Was I charged?». */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { accountData } from '../accounts/port.ts';
import { callData, flushCalls, forgetOldCalls } from './port.ts';
import { recordsRouter } from './router.ts';

export const records = definePlugin({
  id: 'records',
  needs: ['accounts', 'billing', 'orders', 'proxies'],
  router: recordsRouter,
  extensions: [extend(accountData, callData)],
  jobs: [
    { name: 'write the log of API requests', everySeconds: 1, run: flushCalls },
    { name: 'forget old API requests', everySeconds: 10, run: forgetOldCalls },
  ],
});
