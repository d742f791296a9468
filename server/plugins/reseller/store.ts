/** Every query of API keys. */
import type { Role } from '#prisma/generated/enums.ts';
import { type Database, type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';

export const findStatement = statement<{ account_id: AccountId; email: string; role: Role; reseller_mode: boolean }, [Buffer]>(
  'reseller.find_key',
  `SELECT account.id AS account_id, account.email, account.role,
          account.reseller_mode AND account.locked_at IS NULL AS reseller_mode
   FROM api_keys key JOIN accounts account ON account.id = key.account_id WHERE key.hash = $1`,
);

/**
 * The account whose key has this hash, or null. Read afresh for every request: a replaced key dies at once. A locked account is one without
 * reseller mode to the API.
 */
export async function findByHash(db: Queryable, hash: Buffer) {
  return (await db.run(findStatement, hash))[0] ?? null;
}

const replaceStatement = statement<object, [readonly number[], readonly Buffer[], readonly string[]]>(
  'reseller.replace_keys',
  `INSERT INTO api_keys (account_id, hash, last_four, created_at)
   SELECT account_id, hash, last_four, now()
   FROM unnest($1::int[], $2::bytea[], $3::text[]) AS new (account_id, hash, last_four)
   ON CONFLICT (account_id) DO UPDATE
   SET hash = excluded.hash, last_four = excluded.last_four, created_at = excluded.created_at, last_used_at = NULL`,
);

/** Puts new keys in the place of the accounts' old ones. */
export async function replace(
  db: Queryable,
  keys: readonly { accountId: AccountId; hash: Buffer; lastFour: string }[],
): Promise<void> {
  await db.run(
    replaceStatement,
    keys.map((key) => key.accountId),
    keys.map((key) => key.hash),
    keys.map((key) => key.lastFour),
  );
}

/** Takes the account's key away. @returns false where it had none. */
export async function revoke(db: Database, accountId: AccountId): Promise<boolean> {
  return (await db.prisma.apiKey.deleteMany({ where: { accountId } })).count > 0;
}

const eraseStatement = statement<object, [AccountId]>('reseller.erase_key', 'DELETE FROM api_keys WHERE account_id = $1');

/** Takes the account's key away, in the transaction that erases the account. */
export async function erase(tx: Queryable, accountId: AccountId): Promise<void> {
  await tx.run(eraseStatement, accountId);
}

/** What is known of the account's key. */
export function status(db: Database, accountId: AccountId) {
  return db.prisma.apiKey.findUnique({
    where: { accountId },
    select: { lastFour: true, createdAt: true, lastUsedAt: true },
  });
}

const usedStatement = statement<object, [readonly number[], readonly Date[]]>(
  'reseller.keys_used',
  `UPDATE api_keys key SET last_used_at = used.at
   FROM unnest($1::int[], $2::timestamptz[]) AS used (account_id, at)
   WHERE key.account_id = used.account_id AND used.at > coalesce(key.last_used_at, key.created_at)`,
);

/** Notes when keys were last used. */
export async function noteUse(db: Queryable, uses: ReadonlyMap<AccountId, Date>): Promise<void> {
  await db.run(usedStatement, [...uses.keys()], [...uses.values()]);
}

const endingStatement = statement<{ account_id: AccountId }, [string, number]>(
  'reseller.keys_ending',
  'SELECT account_id FROM api_keys WHERE last_four = $1 ORDER BY account_id DESC LIMIT $2',
);

/** Accounts whose key ends so. */
export async function ownersOfEnding(db: Queryable, lastFour: string, limit: number): Promise<AccountId[]> {
  return (await db.run(endingStatement, lastFour, limit)).map(({ account_id }) => account_id);
}
