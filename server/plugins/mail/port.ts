/** What other plugins may ask of mail. */
import type { Services } from '#server/kernel/services.ts';
import { openMailer } from './adapters/mailer.ts';
import { type Mailer, MailRefused } from './adapters/outgoing.ts';
import { LEASE_SECONDS, secondsToNextTry, TRACE_SECONDS } from './rules.ts';
import * as store from './store.ts';

/**
 * Writes a mail into the outbox, in the transaction of what it tells of: it is sent if that commits, and a mail server that is away holds up
 * nothing. `enqueue(db, { to, subject, text })`: one recipient, a subject of one line, plain text.
 */
export { insert as enqueue } from './store.ts';

/**
 * Sends what is due, one after the other. At least once: a process that falls between the server's yes and the note of it sends that mail
 * again, under the same Message-ID, when its lease is over.
 */
export async function sendDueMails(services: Services): Promise<void> {
  let mailer: Mailer | undefined;
  try {
    for (;;) {
      const mail = await store.lease(services.db, LEASE_SECONDS);
      if (!mail) return;
      mailer ??= openMailer(services.env);
      // Where nothing gets out, the next mail would wait for the same time-out: it is tried at the next run.
      if (!(await sendOne(services, mailer, mail))) return;
    }
  } finally {
    mailer?.close();
  }
}

/** @returns whether it makes sense to try another one now. */
async function sendOne({ db, env, log }: Services, mailer: Mailer, mail: store.LeasedMail): Promise<boolean> {
  const { id, recipient: to, subject, text, attempts } = mail;
  const messageId = `${String(id).padStart(8, '0')}@${new URL(env.SITE_URL).hostname}`;
  try {
    await mailer.send({ from: env.MAIL_FROM, to, subject, text, messageId });
  } catch (error) {
    const refused = error instanceof MailRefused;
    const wait = secondsToNextTry(attempts, mail.age_seconds, refused);
    await store.postpone(db, mail, wait);
    log[wait === null ? 'error' : 'warn']({ err: error, mail: id, attempts, nextTrySeconds: wait }, 'a mail was not sent');
    return refused;
  }
  await store.markSent(db, mail);
  log.info({ mail: id, attempts }, 'a mail was sent');
  return true;
}

/** Removes the traces of mails that are long over. */
export function forgetOldMails({ db }: Services): Promise<void> {
  return store.forgetOlderThan(db, TRACE_SECONDS);
}
