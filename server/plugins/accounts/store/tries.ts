/** Every query about tries of a door. */
import { type Database, type Queryable, statement, type Transaction } from '#server/kernel/database.ts';

/** Tries of one subject, under the transaction's lock. */
export interface StoredTries {
  subject: Buffer;
  count: number;
  last_at: Date;
  now: Date;
}

const lockTriesStatement = statement<StoredTries, [readonly Buffer[]]>(
  'accounts.lock_tries',
  `INSERT INTO tries (subject, count, last_at) SELECT subject, 0, now() FROM unnest($1::bytea[]) AS subject ORDER BY subject
   ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject RETURNING subject, count, last_at, now()`,
);

/** Locks the tries of these subjects, in one order for everybody, and tells them. */
export function lockTries(tx: Transaction, subjects: readonly Buffer[]): Promise<StoredTries[]> {
  return tx.run(lockTriesStatement, subjects);
}

const writeTriesStatement = statement<object, [readonly Buffer[], readonly number[]]>(
  'accounts.write_tries',
  `UPDATE tries SET count = tried.count, last_at = now()
   FROM unnest($1::bytea[], $2::int[]) AS tried (subject, count) WHERE tries.subject = tried.subject`,
);

/** Writes down counts as of now. */
export async function writeTries(tx: Transaction, subjects: readonly Buffer[], counts: readonly number[]): Promise<void> {
  await tx.run(writeTriesStatement, subjects, counts);
}

const takeBackTryStatement = statement<object, [readonly Buffer[]]>(
  'accounts.take_back_try',
  `UPDATE tries SET count = greatest(count - 1, 0) WHERE subject = ANY($1)`,
);

/** Uncounts one try of each subject. */
export async function takeBackTry(db: Queryable, subjects: readonly Buffer[]): Promise<void> {
  await db.run(takeBackTryStatement, subjects);
}

/** Forgets all tries of a subject. */
export async function forgetTries(db: Database, subject: Buffer): Promise<void> {
  await db.prisma.tries.deleteMany({ where: { subject: new Uint8Array(subject) } });
}

/** Removes tries older than `before`, which no rule remembers. */
export async function removeTriesBefore(db: Database, before: Date): Promise<void> {
  await db.prisma.tries.deleteMany({ where: { lastAt: { lt: before } } });
}
