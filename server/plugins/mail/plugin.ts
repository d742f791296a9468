/** Mail: what the site writes to people, from an outbox that survives a crash. */
import { definePlugin } from '#server/kernel/plugin.ts';
import { forgetOldMails, sendDueMails } from './port.ts';
import { mailRouter } from './router.ts';

export const mail = definePlugin({
  id: 'mail',
  needs: [],
  router: mailRouter,
  jobs: [
    { name: 'send mails', everySeconds: 2, run: sendDueMails },
    { name: 'forget old mails', everySeconds: 3_600, run: forgetOldMails },
  ],
});
