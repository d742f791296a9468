/** Every query about accounts themselves. */
import type { Role } from '#prisma/generated/enums.ts';
import { type Database, type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Language } from '#server/kernel/languages.ts';

/** An account as stored; the password as its argon2id hash. */
export interface StoredAccount {
  id: AccountId;
  email: string;
  passwordHash: string;
  role: Role;
  resellerMode: boolean;
  language: Language;
  /** Null until its owner has proved that mails to it arrive. */
  emailConfirmedAt: Date | null;
  /** Since when support has locked it; null where it is open. */
  lockedAt: Date | null;
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

/** @param email in lower case. @returns null also where the account was deleted. */
export async function findByEmail(db: Database, email: string): Promise<StoredAccount | null> {
  return (await db.prisma.account.findFirst({ where: { email, deletedAt: null } })) as StoredAccount | null;
}

/** @returns null also where the account was deleted. */
export async function findById(db: Database, id: AccountId): Promise<StoredAccount | null> {
  return (await db.prisma.account.findFirst({ where: { id, deletedAt: null } })) as StoredAccount | null;
}

const existsStatement = statement<{ id: AccountId }, [AccountId]>(
  'accounts.exists',
  'SELECT id FROM accounts WHERE id = $1 AND deleted_at IS NULL',
);

/** Whether the account is there and was not deleted. Under the lock on its money that stays so, since a deletion takes that lock first. */
export async function exists(db: Queryable, id: AccountId): Promise<boolean> {
  return (await db.run(existsStatement, id)).length > 0;
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

const signUpStatement = statement<{ id: AccountId }, [string, string, Language]>(
  'accounts.sign_up',
  `INSERT INTO accounts (email, password_hash, language, email_confirmed_at) VALUES ($1, $2, $3, NULL)
   ON CONFLICT (email) DO NOTHING RETURNING id`,
);

/** Writes the account of somebody who signs up, and whose address is not confirmed. @returns null where the address is taken. */
export async function insertUnconfirmed(
  tx: Transaction,
  account: { email: string; passwordHash: string; language: Language },
): Promise<AccountId | null> {
  const [row] = await tx.run(signUpStatement, account.email, account.passwordHash, account.language);
  return row?.id ?? null;
}

const recipientStatement = statement<{ email: string; language: Language }, [AccountId]>(
  'accounts.recipient',
  'SELECT email, language FROM accounts WHERE id = $1',
);

/** Whom mails to an account go to, and in which language. */
export async function recipient(db: Queryable, id: AccountId): Promise<{ email: string; language: Language }> {
  const [row] = await db.run(recipientStatement, id);
  if (!row) throw new Error('mail to an account that does not exist');
  return row;
}

const lockStatement = statement<
  { email: string; email_confirmed: boolean; password_hash: string; language: Language },
  [AccountId]
>(
  'accounts.lock',
  `SELECT email, email_confirmed_at IS NOT NULL AS email_confirmed, password_hash, language
   FROM accounts WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
);

/**
 * Locks the account's row, before its sessions, links and second factor, as every change of several of them does: a change of the password is
 * over before, or waits until the transaction ends.
 * @returns null where it was deleted.
 */
export async function lock(tx: Transaction, id: AccountId) {
  const [row] = await tx.run(lockStatement, id);
  return row ?? null;
}

const setLanguageStatement = statement<object, [AccountId, Language]>(
  'accounts.set_language',
  'UPDATE accounts SET language = $2 WHERE id = $1 AND language <> $2',
);

/** Changes the language of mails. */
export async function setLanguage(db: Queryable, id: AccountId, language: Language): Promise<void> {
  await db.run(setLanguageStatement, id, language);
}

const setPasswordStatement = statement<{ email: string; language: Language }, [AccountId, string, string | null]>(
  'accounts.set_password',
  `UPDATE accounts SET password_hash = $2
   WHERE id = $1 AND deleted_at IS NULL AND ($3::text IS NULL OR email = $3) RETURNING email, language`,
);

/**
 * Sets a password. The account's row is locked from here on, so that a sign-in under the old one either has its session already, or gets none.
 * @param email the address that the account has to have still, or null.
 * @returns whom to tell, null where the account is gone, or has another address.
 */
export async function setPassword(
  tx: Transaction,
  id: AccountId,
  passwordHash: string,
  email: string | null = null,
): Promise<{ email: string; language: Language } | null> {
  const [row] = await tx.run(setPasswordStatement, id, passwordHash, email);
  return row ?? null;
}

const confirmEmailStatement = statement<object, [AccountId, string]>(
  'accounts.confirm_email',
  'UPDATE accounts SET email = $2, email_confirmed_at = now() WHERE id = $1 AND deleted_at IS NULL',
);

/** Makes a confirmed address the account's. A unique violation where another account has it. */
export async function confirmEmail(tx: Transaction, id: AccountId, email: string): Promise<void> {
  await tx.run(confirmEmailStatement, id, email);
}

const eraseStatement = statement<{ id: AccountId }, [AccountId]>(
  'accounts.erase',
  `UPDATE accounts SET email = format('deleted-%s@account.invalid', id), password_hash = '', reseller_mode = false,
          email_confirmed_at = NULL, language = 'en', deleted_at = now()
   WHERE id = $1 AND deleted_at IS NULL RETURNING id`,
);

/** Takes from an account all that says whose it was. @returns false where that was done before. */
export async function eraseAccount(tx: Transaction, id: AccountId): Promise<boolean> {
  return (await tx.run(eraseStatement, id)).length > 0;
}

const emailsStatement = statement<{ id: AccountId; email: string }, [readonly AccountId[]]>(
  'accounts.emails',
  'SELECT id, email FROM accounts WHERE id = ANY ($1::int[])',
);

/** The e-mail addresses of accounts; those that do not exist are left out. */
export async function emailsOf(db: Queryable, ids: readonly AccountId[]): Promise<ReadonlyMap<AccountId, string>> {
  const rows = await db.run(emailsStatement, ids);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** What support changes of an account, as it is under the lock on its row. */
export interface HeldAccount {
  email: string;
  role: Role;
  reseller_mode: boolean;
  locked_at: Date | null;
}

const holdStatement = statement<HeldAccount, [AccountId]>(
  'accounts.hold',
  // Not against orders and the like, which only refer to it.
  'SELECT email, role, reseller_mode, locked_at FROM accounts WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
);

/** Keeps others from changing the account itself until the transaction ends. @returns null where there is none, or no more. */
export async function holdAccount(tx: Transaction, id: AccountId): Promise<HeldAccount | null> {
  const [row] = await tx.run(holdStatement, id);
  return row ?? null;
}

const setLockedStatement = statement<object, [AccountId, boolean]>(
  'accounts.set_locked',
  'UPDATE accounts SET locked_at = CASE WHEN $2 THEN now() END WHERE id = $1',
);

/** Locks an account or opens it again. A sign-in under way waits for this, and then gets no session where the account is locked. */
export async function setLocked(tx: Transaction, id: AccountId, locked: boolean): Promise<void> {
  await tx.run(setLockedStatement, id, locked);
}

/** An account as support finds it. */
export interface FoundAccount {
  id: AccountId;
  email: string;
  role: Role;
  reseller_mode: boolean;
  locked_at: Date | null;
  created_at: Date;
}

const searchStatement = statement<FoundAccount, [string, number]>(
  'accounts.search',
  `SELECT id, email, role, reseller_mode, locked_at, created_at FROM accounts
   WHERE deleted_at IS NULL AND strpos(email, $1) > 0 ORDER BY id DESC LIMIT $2`,
);

/** Accounts whose e-mail address has `part` (in lower case) in it, newest first; '' is part of every address. */
export function searchAccounts(db: Queryable, part: string, limit: number): Promise<FoundAccount[]> {
  return db.run(searchStatement, part, limit);
}

const byIdsStatement = statement<FoundAccount, [readonly AccountId[]]>(
  'accounts.by_ids',
  `SELECT id, email, role, reseller_mode, locked_at, created_at FROM accounts
   WHERE deleted_at IS NULL AND id = ANY ($1::int[]) ORDER BY id DESC`,
);

/** Accounts of some ids, newest first; deleted ones are left out. */
export function accountsOf(db: Queryable, ids: readonly AccountId[]): Promise<FoundAccount[]> {
  return db.run(byIdsStatement, ids);
}
