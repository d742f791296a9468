/** Mails that a site under test has written to its outbox. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Services } from '#server/kernel/services.ts';

/** A mail as a person reads it. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
}

/**
 * Waits for mails to an address. @param count how many there have to be. @returns them, oldest first.
 * @throws Error where they do not come in half a minute.
 */
export async function mailsTo({ env }: Services, address: string, count = 1): Promise<ReadMail[]> {
  const until = Date.now() + 30_000;
  for (;;) {
    const found = (await outbox(env.DATA_DIR)).filter((source) => source.includes(`\r\nTo: ${address}\r\n`)).map(read);
    if (found.length >= count) return found;
    if (Date.now() > until) throw new Error(`${found.length} instead of ${count} mails to ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What the link in the newest of so many mails to an address carries. */
export async function tokenMailedTo(services: Services, address: string, count = 1): Promise<string> {
  const newest = (await mailsTo(services, address, count)).at(-1);
  const token = /#(\w{43})/.exec(newest?.text ?? '')?.[1];
  if (!token) throw new Error(`no link in the mail: ${newest?.subject}`);
  return token;
}

/** Sources of all mails, in the order in which they were written. */
async function outbox(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

/** Reads a mail whose text is in quoted-printable or plain. */
function read(source: string): ReadMail {
  const [head = '', ...body] = source.split('\r\n\r\n');
  const bytes = body
    .join('\r\n\r\n')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { subject: /^Subject: (.*)$/m.exec(head)?.[1] ?? '', text: Buffer.from(bytes, 'latin1').toString('utf8') };
}
