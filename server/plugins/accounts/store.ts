/** Every query of accounts. */
import type { Role } from '#prisma/generated/enums.ts';
import { type Database, type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';

/** An account as stored; the password as its argon2id hash. */
export interface StoredAccount {
  id: AccountId;
  email: string;
  passwordHash: string;
  role: Role;
  resellerMode: boolean;
  sessionVersion: number;
  createdAt: Date;
}

/** Writes a new account. @returns null where the e-mail address is taken. */
export async function insert(
  db: Database,
  account: { email: string; passwordHash: string; role: Role; resellerMode: boolean },
): Promise<StoredAccount | null> {
  const [row] = await db.prisma.account.createManyAndReturn({ data: [account], skipDuplicates: true });
  return (row as StoredAccount | undefined) ?? null;
}

/** @param email in lower case. */
export async function findByEmail(db: Database, email: string): Promise<StoredAccount | null> {
  return (await db.prisma.account.findUnique({ where: { email } })) as StoredAccount | null;
}

export async function findById(db: Database, id: AccountId): Promise<StoredAccount | null> {
  return (await db.prisma.account.findUnique({ where: { id } })) as StoredAccount | null;
}

const setResellerModeStatement = statement<object, [AccountId, boolean]>(
  'accounts.set_reseller_mode',
  'UPDATE accounts SET reseller_mode = $2 WHERE id = $1',
);

/** Turns reseller mode on or off (specification section 5, rule 6). */
export async function setResellerMode(db: Queryable, id: AccountId, on: boolean): Promise<void> {
  await db.run(setResellerModeStatement, id, on);
}

/** An account to be written; the e-mail address in lower case, the password as its argon2id hash. */
export type NewAccount = Pick<StoredAccount, 'email' | 'passwordHash' | 'role' | 'resellerMode'>;

const insertManyStatement = statement<
  { id: AccountId; email: string },
  [readonly string[], readonly string[], readonly Role[], readonly boolean[]]
>(
  'accounts.insert_many',
  `INSERT INTO accounts (email, password_hash, role, reseller_mode)
   SELECT * FROM unnest($1::text[], $2::text[], $3::"Role"[], $4::boolean[])
   ON CONFLICT (email) DO NOTHING RETURNING id, email`,
);

/** Writes new accounts in the caller's transaction. @returns their ids by e-mail address, without those that were taken. */
export async function insertMany(tx: Transaction, accounts: readonly NewAccount[]): Promise<ReadonlyMap<string, AccountId>> {
  const rows = await tx.run(
    insertManyStatement,
    accounts.map((account) => account.email),
    accounts.map((account) => account.passwordHash),
    accounts.map((account) => account.role),
    accounts.map((account) => account.resellerMode),
  );
  return new Map(rows.map((row) => [row.email, row.id]));
}

/** True once anybody has an account. */
export async function any(db: Database): Promise<boolean> {
  return (await db.prisma.account.findFirst({ select: { id: true } })) !== null;
}

/** Ends every session of the account. */
export async function endSessions(db: Database, id: AccountId): Promise<void> {
  await db.prisma.account.update({ where: { id }, data: { sessionVersion: { increment: 1 } } });
}

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
