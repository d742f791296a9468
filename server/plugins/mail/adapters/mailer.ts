/** Which mailer takes mails out of the house: an SMTP server, or by default a folder of .eml files. */
import type { Env } from '#server/kernel/env.ts';
import { openFileMailer } from './file-mailer.ts';
import type { Mailer } from './outgoing.ts';
import { openSmtpMailer } from './smtp-mailer.ts';

export function openMailer({ SMTP_URL, DATA_DIR }: Env): Mailer {
  return SMTP_URL ? openSmtpMailer(SMTP_URL) : openFileMailer(DATA_DIR);
}
