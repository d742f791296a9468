/** The queries about promo codes: entering them, what an account holds, and their use by an order. */
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';

/** A code and what one account did with it. */
export interface CodeRow {
  code: string;
  discount_bp: number;
  starts_at: Date;
  ends_at: Date | null;
  total_uses: number;
  used: number;
  used_before: boolean;
  now: Date;
}

const STANDING = `code.code, code.discount_bp, code.starts_at, code.ends_at, code.total_uses, code.used,
          EXISTS (SELECT FROM promo_uses WHERE promo_uses.code = code.code AND promo_uses.account_id = $1) AS used_before,
          clock_timestamp() AS now`;

const findStatement = statement<CodeRow, [AccountId, string]>(
  'promotions.find_code',
  `SELECT ${STANDING} FROM promo_codes code WHERE code.code = $2`,
);

/** A code as it stands for an account; null where there is none of that name. */
export async function find(db: Queryable, accountId: AccountId, code: string): Promise<CodeRow | null> {
  const [row] = await db.run(findStatement, accountId, code);
  return row ?? null;
}

const HELD = `SELECT ${STANDING} FROM promo_entries entry JOIN promo_codes code ON code.code = entry.code WHERE entry.account_id = $1`;
const heldStatement = statement<CodeRow, [AccountId]>('promotions.code_held', HELD);
/** Whoever enters the code meanwhile does not wait for this lock. */
const lockHeldStatement = statement<CodeRow, [AccountId]>('promotions.lock_code_held', `${HELD} FOR NO KEY UPDATE OF code`);

/** The code that the account has entered. With `lock`, its count of uses stands still until the transaction ends. */
export async function held(db: Queryable, accountId: AccountId, lock: boolean): Promise<CodeRow | null> {
  const [row] = await db.run(lock ? lockHeldStatement : heldStatement, accountId);
  return row ?? null;
}

const enterStatement = statement<object, [AccountId, string]>(
  'promotions.enter_code',
  `INSERT INTO promo_entries (account_id, code) VALUES ($1, $2) ON CONFLICT (account_id) DO UPDATE SET code = excluded.code`,
);

/** Enters a code in the place of the one before. */
export async function enter(db: Queryable, accountId: AccountId, code: string): Promise<void> {
  await db.run(enterStatement, accountId, code);
}

const removeStatement = statement<object, [AccountId]>(
  'promotions.remove_code',
  'DELETE FROM promo_entries WHERE account_id = $1',
);

/** Takes the entered code out. */
export async function remove(db: Queryable, accountId: AccountId): Promise<void> {
  await db.run(removeStatement, accountId);
}

const redeemStatement = statement<{ code: string }, [string, AccountId, OrderId, Date]>(
  'promotions.redeem_code',
  `WITH counted AS (
     UPDATE promo_codes SET used = used + 1 WHERE code = $1 AND used < total_uses RETURNING code
   ), entry AS (
     DELETE FROM promo_entries WHERE account_id = $2 AND code = $1
   )
   INSERT INTO promo_uses (code, account_id, order_id, used_at) SELECT code, $2, $3, $4 FROM counted RETURNING code`,
);

/** Uses a code up. @returns false where none of its uses is left. */
export async function redeem(tx: Transaction, use: { accountId: AccountId; orderId: OrderId; reference: string; at: Date }) {
  return (await tx.run(redeemStatement, use.reference, use.accountId, use.orderId, use.at)).length === 1;
}

/** `$2` is the length of the window in seconds. */
const countGuessStatement = statement<{ wrong: number; seconds: number }, [AccountId, number]>(
  'promotions.count_guess',
  `INSERT INTO promo_guesses AS guess (account_id, since, wrong) VALUES ($1, now(), 1)
   ON CONFLICT (account_id) DO UPDATE SET
     wrong = CASE WHEN guess.since > now() - make_interval(secs => $2) THEN guess.wrong + 1 ELSE 1 END,
     since = CASE WHEN guess.since > now() - make_interval(secs => $2) THEN guess.since ELSE now() END
   RETURNING wrong, greatest(1, ceil(extract(epoch FROM since - now()) + $2))::int AS seconds`,
);

/** Counts a code as wrong before it is looked at. @returns how many there are now, and the seconds until they are forgotten. */
export async function countGuess(db: Queryable, accountId: AccountId, windowSeconds: number) {
  const [row] = await db.run(countGuessStatement, accountId, windowSeconds);
  if (!row) throw new Error('an upsert returned no row');
  return row;
}

const takeBackGuessStatement = statement<object, [AccountId]>(
  'promotions.take_back_guess',
  'UPDATE promo_guesses SET wrong = wrong - 1 WHERE account_id = $1 AND wrong > 0',
);

/** Uncounts a code that was not wrong after all. */
export async function takeBackGuess(db: Queryable, accountId: AccountId): Promise<void> {
  await db.run(takeBackGuessStatement, accountId);
}
