/** Mails by SMTP. */
import { createTransport } from 'nodemailer';
import type { Mailer } from './outgoing.ts';
import { MailRefused, messageOf } from './outgoing.ts';

/** Milliseconds for each step; all of a try stays well within a lease. */
const STEP_MS = 15_000;

/** @param url `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://…:465`. */
export function openSmtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: 2 * STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        const answer = outcomeOf(error);
        // A 5 at the recipient or the text is for ever; one at the sign-in is about us, and somebody will mend it.
        const forEver = (answer.code === 'EENVELOPE' || answer.code === 'EMESSAGE') && answer.status >= 500;
        const Kind = forEver ? MailRefused : Error;
        throw new Kind(`the mail server: ${answer.code}, status ${answer.status}`);
      }
    },
    close: () => transport.close(),
  };
}

/** Only code and status of an error: its text may repeat an address or a credential. */
function outcomeOf(error: unknown): { code: string; status: number } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    code: typeof code === 'string' ? code : 'unknown',
    status: typeof responseCode === 'number' ? responseCode : 0,
  };
}
