/** Mails as .eml files in `DATA_DIR/outbox`, for a site without a mail server: any mail program opens them. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { outboxFolder } from '../rules.ts';
import type { Mailer } from './outgoing.ts';
import { messageOf } from './outgoing.ts';

export function openFileMailer(dataDir: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const folder = outboxFolder(dataDir);
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail));
      if (!Buffer.isBuffer(message)) throw new Error('a buffer was asked for');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Named by its message, so that a repetition takes the place of the first; whoever watches the folder sees whole files only.
      const file = path.join(folder, `${mail.messageId.replace(/[^\w-].*$/, '')}.eml`);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}
