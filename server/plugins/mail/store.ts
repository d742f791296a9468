/** Every query of the outbox. */
import { type Queryable, statement } from '#server/kernel/database.ts';

/** A mail to be sent; plain text, one recipient. */
export interface NewMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const insertStatement = statement<object, [string, string, string]>(
  'mail.insert',
  'INSERT INTO mails (recipient, subject, text) VALUES ($1, $2, $3)',
);

export async function insert(db: Queryable, { to, subject, text }: NewMail): Promise<void> {
  await db.run(insertStatement, to, subject, text);
}

/** A mail that this process is to send. `attempts` counts this try, and names its lease. */
export interface LeasedMail {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  attempts: number;
  age_seconds: number;
}

const leaseStatement = statement<LeasedMail, [number]>(
  'mail.lease',
  `UPDATE mails SET attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
   WHERE id = (SELECT id FROM mails WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING id, recipient, subject, text, attempts, extract(epoch FROM now() - created_at)::float8 AS age_seconds`,
);

/** Takes the mail that has been due for longest, so that nobody else sends it for so long. @returns null where none is due. */
export async function lease(db: Queryable, seconds: number): Promise<LeasedMail | null> {
  const [mail] = await db.run(leaseStatement, seconds);
  return mail ?? null;
}

/** A lease that ran out, and whose mail another process took since, is changed by none of these. */
const STILL_LEASED = 'id = $1 AND attempts = $2 AND due_at IS NOT NULL';

const sentStatement = statement<object, [number, number]>(
  'mail.sent',
  `UPDATE mails SET sent_at = now(), due_at = NULL, text = '' WHERE ${STILL_LEASED}`,
);
const laterStatement = statement<object, [number, number, number]>(
  'mail.later',
  `UPDATE mails SET due_at = now() + make_interval(secs => $3) WHERE ${STILL_LEASED}`,
);
const giveUpStatement = statement<object, [number, number]>(
  'mail.give_up',
  `UPDATE mails SET given_up_at = now(), due_at = NULL, text = '' WHERE ${STILL_LEASED}`,
);

/** Notes that a mail was sent. */
export async function markSent(db: Queryable, { id, attempts }: LeasedMail): Promise<void> {
  await db.run(sentStatement, id, attempts);
}

/** Lets a mail wait for so many seconds, or gives it up where that is null. */
export async function postpone(db: Queryable, { id, attempts }: LeasedMail, seconds: number | null): Promise<void> {
  if (seconds === null) await db.run(giveUpStatement, id, attempts);
  else await db.run(laterStatement, id, attempts, seconds);
}

const forgetStatement = statement<object, [number]>(
  'mail.forget',
  'DELETE FROM mails WHERE due_at IS NULL AND coalesce(sent_at, given_up_at) < now() - make_interval(secs => $1)',
);

/** Removes the traces of mails that were over so many seconds ago. */
export async function forgetOlderThan(db: Queryable, seconds: number): Promise<void> {
  await db.run(forgetStatement, seconds);
}
