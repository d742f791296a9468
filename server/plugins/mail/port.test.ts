/** The outbox against a real database and a real SMTP connection. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '#server/kernel/services.ts';
import { type ScratchCluster, startScratchCluster } from '#tests/harness/cluster.ts';
import { type MailServer, startMailServer } from '#tests/harness/mail-server.ts';
import { scratchEnv } from '#tests/harness/server.ts';
import { servicesOf } from '#tests/harness/services.ts';
import { enqueue, forgetOldMails, sendDueMails } from './port.ts';
import { LEASE_SECONDS } from './rules.ts';
import { lease, markSent } from './store.ts';

let cluster: ScratchCluster;
let server: MailServer;
let services: Services;
let dataDir: string;
beforeAll(async () => {
  cluster = await startScratchCluster({ fsync: 'off', synchronous_commit: 'off' });
  server = await startMailServer();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'outbox-test-'));
  const variables = scratchEnv(await cluster.createDatabase('mail'));
  services = servicesOf({ ...variables, SMTP_URL: server.url, MAIL_FROM: 'Shop <shop@example.com>', DATA_DIR: dataDir });
});
afterAll(async () => {
  await services?.db.close();
  await server?.stop();
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await services.db.prisma.mail.deleteMany();
  server.answerRecipients(250);
  server.hangUpAfterText(false);
});

const newMail = () => ({ to: `${randomUUID()}@example.com`, subject: 'Your proxies', text: 'Hello,\n\n.a line\nBye' });
const receivedBy = (to: string) => server.received.filter((mail) => mail.to === to);
const kept = (recipient: string) => services.db.prisma.mail.findFirstOrThrow({ where: { recipient } });
/** As if so many seconds had passed, and a moment: times are kept in whole milliseconds, rounded up or down. */
const later = (seconds: number) =>
  services.db.prisma.$executeRaw`UPDATE mails SET created_at = created_at - make_interval(secs => ${seconds + 0.001}),
    due_at = due_at - make_interval(secs => ${seconds + 0.001}), sent_at = sent_at - make_interval(secs => ${seconds + 0.001})`;

describe('the outbox', () => {
  it('sends a mail once, whole, and keeps no text of it', async () => {
    const mail = newMail();
    await enqueue(services.db, mail);
    await Promise.all([sendDueMails(services), sendDueMails(services)]);
    await sendDueMails(services);
    const [received, ...more] = receivedBy(mail.to);
    expect(more).toEqual([]);
    expect(received?.text).toContain('From: Shop <shop@example.com>\r\n');
    expect(received?.text).toContain('Subject: Your proxies\r\n');
    expect(received?.text).toContain('Auto-Submitted: auto-generated\r\n');
    expect(received?.text).toContain('\r\n\r\nHello,\r\n\r\n.a line\r\nBye');
    expect(await kept(mail.to)).toMatchObject({ text: '', dueAt: null, attempts: 1 });
  });

  it('has a mail due at once, in whatever part of a millisecond it was written', async () => {
    for (let mails = 1; mails <= 50; mails += 1) {
      await services.db.transaction(async (tx) => {
        await enqueue(tx, newMail());
        expect(await lease(tx, LEASE_SECONDS)).not.toBeNull();
      });
    }
  });

  it('sends nothing of a transaction that was rolled back', async () => {
    const mail = newMail();
    const undone = services.db.transaction(async (tx) => {
      await enqueue(tx, mail);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await sendDueMails(services);
    expect(receivedBy(mail.to)).toEqual([]);
  });

  it('tries again later where the server will not take it now', async () => {
    const mail = newMail();
    await enqueue(services.db, mail);
    server.answerRecipients(451);
    await sendDueMails(services);
    await sendDueMails(services);
    expect(await kept(mail.to)).toMatchObject({ attempts: 1, sentAt: null });
    server.answerRecipients(250);
    await later(30);
    await sendDueMails(services);
    expect(receivedBy(mail.to)).toHaveLength(1);
  });

  it('gives up at once on a recipient who does not exist, and goes on with the next mail', async () => {
    const lost = newMail();
    const good = newMail();
    await enqueue(services.db, lost);
    server.answerRecipients(550);
    await sendDueMails(services);
    expect(await kept(lost.to)).toMatchObject({ text: '', dueAt: null, sentAt: null });
    expect((await kept(lost.to)).givenUpAt).not.toBeNull();
    server.answerRecipients(250);
    await enqueue(services.db, good);
    await sendDueMails(services);
    expect(receivedBy(good.to)).toHaveLength(1);
  });

  it('gives up after three days', async () => {
    const mail = newMail();
    await enqueue(services.db, mail);
    await later(3 * 86_400);
    server.answerRecipients(451);
    await sendDueMails(services);
    expect((await kept(mail.to)).givenUpAt).not.toBeNull();
  });

  it('repeats a mail whose answer was lost, under the same Message-ID', async () => {
    const mail = newMail();
    await enqueue(services.db, mail);
    server.hangUpAfterText(true);
    await sendDueMails(services);
    server.hangUpAfterText(false);
    await later(30);
    await sendDueMails(services);
    const ids = receivedBy(mail.to).map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('lets nobody take a mail while its lease lasts, and nobody finish one whose lease went to another', async () => {
    await enqueue(services.db, newMail());
    const first = await lease(services.db, LEASE_SECONDS);
    expect(await lease(services.db, LEASE_SECONDS)).toBeNull();
    await later(LEASE_SECONDS);
    const second = await lease(services.db, LEASE_SECONDS);
    expect(second?.id).toBe(first?.id);
    if (first) await markSent(services.db, first);
    expect(await services.db.prisma.mail.count({ where: { sentAt: null } })).toBe(1);
    if (second) await markSent(services.db, second);
    expect(await services.db.prisma.mail.count({ where: { sentAt: null } })).toBe(0);
  });

  it('forgets mails that are long over', async () => {
    await enqueue(services.db, newMail());
    await sendDueMails(services);
    await forgetOldMails(services);
    expect(await services.db.prisma.mail.count()).toBe(1);
    await later(30 * 86_400 + 60);
    await forgetOldMails(services);
    expect(await services.db.prisma.mail.count()).toBe(0);
  });

  it('refuses a subject that would add headers of its own', async () => {
    await expect(enqueue(services.db, { ...newMail(), subject: 'Hello\r\nBcc: many@example.com' })).rejects.toThrow();
  });
});

it('without a mail server, writes a file that only its owner reads', async () => {
  const mail = newMail();
  await enqueue(services.db, mail);
  await sendDueMails({ ...services, env: { ...services.env, SMTP_URL: undefined } });
  const [file, ...more] = await readdir(path.join(dataDir, 'outbox'));
  expect(more).toEqual([]);
  const whole = path.join(dataDir, 'outbox', String(file));
  expect(await readFile(whole, 'utf8')).toContain(`To: ${mail.to}`);
  expect((await stat(whole)).mode & 0o777).toBe(0o600);
});
