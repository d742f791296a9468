/** Every query about the second factor. */
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';

/** The secret as it is sealed, and whether it is in force. */
export interface StoredTwoFactor {
  secret: Buffer;
  confirmed: boolean;
  recovery_codes: number;
}

const findStatement = statement<StoredTwoFactor, [AccountId]>(
  'accounts.two_factor',
  `SELECT secret, confirmed_at IS NOT NULL AS confirmed,
          (SELECT count(*)::int FROM recovery_codes code WHERE code.account_id = $1) AS recovery_codes
   FROM two_factors WHERE account_id = $1`,
);

/** The account's second factor, or one that it is about to switch on. */
export async function findTwoFactor(db: Queryable, accountId: AccountId): Promise<StoredTwoFactor | null> {
  const [row] = await db.run(findStatement, accountId);
  return row ?? null;
}

const beginStatement = statement<{ account_id: AccountId }, [AccountId, Buffer, string]>(
  'accounts.begin_two_factor',
  `INSERT INTO two_factors (account_id, secret, key_id) VALUES ($1, $2, $3)
   ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, key_id = excluded.key_id, last_step = 0
   WHERE two_factors.confirmed_at IS NULL RETURNING account_id`,
);

/** Keeps a sealed secret that is not in force yet. @returns false where another one is in force. */
export async function beginTwoFactor(db: Queryable, accountId: AccountId, secret: Buffer, keyId: string): Promise<boolean> {
  return (await db.run(beginStatement, accountId, secret, keyId)).length > 0;
}

const confirmStatement = statement<{ account_id: AccountId }, [AccountId, number, Buffer]>(
  'accounts.confirm_two_factor',
  `UPDATE two_factors SET confirmed_at = now(), last_step = $2
   WHERE account_id = $1 AND confirmed_at IS NULL AND secret = $3 RETURNING account_id`,
);
const addCodesStatement = statement<object, [AccountId, readonly Buffer[]]>(
  'accounts.add_recovery_codes',
  'INSERT INTO recovery_codes (account_id, hash) SELECT $1, hash FROM unnest($2::bytea[]) AS hash',
);

/**
 * Puts the second factor into force, with the hashes of its recovery codes.
 * @param step whose code was shown. @param secret as it was sealed when that code was checked.
 * @returns false where it is in force already, or was begun anew.
 */
export async function confirmTwoFactor(
  tx: Transaction,
  accountId: AccountId,
  step: number,
  secret: Buffer,
  codeHashes: readonly Buffer[],
): Promise<boolean> {
  if ((await tx.run(confirmStatement, accountId, step, secret)).length === 0) return false;
  await tx.run(addCodesStatement, accountId, codeHashes);
  return true;
}

const takeStepStatement = statement<{ account_id: AccountId }, [AccountId, number]>(
  'accounts.use_step',
  'UPDATE two_factors SET last_step = $2 WHERE account_id = $1 AND last_step < $2 RETURNING account_id',
);

/** Uses up the code of these 30 seconds. @returns false where that code, or a later one, was used before. */
export async function takeStep(db: Queryable, accountId: AccountId, step: number): Promise<boolean> {
  return (await db.run(takeStepStatement, accountId, step)).length > 0;
}

const takeRecoveryCodeStatement = statement<{ account_id: AccountId }, [AccountId, Buffer]>(
  'accounts.use_recovery_code',
  'DELETE FROM recovery_codes WHERE account_id = $1 AND hash = $2 RETURNING account_id',
);

/** Uses a recovery code up. @returns false where the account has none such. */
export async function takeRecoveryCode(db: Queryable, accountId: AccountId, hash: Buffer): Promise<boolean> {
  return (await db.run(takeRecoveryCodeStatement, accountId, hash)).length > 0;
}

const endStatement = statement<{ confirmed: boolean }, [AccountId]>(
  'accounts.end_two_factor',
  'DELETE FROM two_factors WHERE account_id = $1 RETURNING confirmed_at IS NOT NULL AS confirmed',
);

/** Switches the second factor off; its recovery codes go with it. @returns whether one was in force. */
export async function endTwoFactor(db: Queryable, accountId: AccountId): Promise<boolean> {
  const [row] = await db.run(endStatement, accountId);
  return row?.confirmed ?? false;
}
