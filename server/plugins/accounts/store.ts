/** Every query of accounts. */
import type { Role } from '#prisma/generated/enums.ts';
import type { Database } from '#server/kernel/database.ts';
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

/** Turns reseller mode on or off (specification section 5, rule 6). */
export async function setResellerMode(db: Database, id: AccountId, on: boolean): Promise<void> {
  await db.prisma.account.update({ where: { id }, data: { resellerMode: on } });
}

/** Ends every session of the account. */
export async function endSessions(db: Database, id: AccountId): Promise<void> {
  await db.prisma.account.update({ where: { id }, data: { sessionVersion: { increment: 1 } } });
}
