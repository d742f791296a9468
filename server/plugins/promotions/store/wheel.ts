/** The queries about the daily wheel: its prizes, spins, and their use by an order. Days are UTC, by the database's clock. */
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import type { WheelPrize } from '../rules.ts';

const prizesStatement = statement<WheelPrize, []>(
  'promotions.prizes',
  'SELECT discount_bp AS "discountBp", weight FROM wheel_prizes ORDER BY discount_bp',
);

/** What the wheel may give, the smallest first. */
export function prizes(db: Queryable): Promise<WheelPrize[]> {
  return db.run(prizesStatement);
}

/** Whoever spins meanwhile reads on. */
const lockStatement = statement<object, []>('promotions.lock_prizes', 'LOCK TABLE wheel_prizes IN SHARE ROW EXCLUSIVE MODE');
const clearStatement = statement<object, []>('promotions.clear_prizes', 'DELETE FROM wheel_prizes');
const setStatement = statement<object, [readonly number[], readonly number[]]>(
  'promotions.set_prizes',
  'INSERT INTO wheel_prizes (discount_bp, weight) SELECT * FROM unnest($1::int[], $2::int[])',
);

/** Puts these prizes in the place of all that were there; none closes the wheel. @returns those that were there. */
export async function setPrizes(tx: Transaction, wanted: readonly WheelPrize[]): Promise<readonly WheelPrize[]> {
  await tx.run(lockStatement);
  const before = await prizes(tx);
  await tx.run(clearStatement);
  await tx.run(
    setStatement,
    wanted.map(({ discountBp }) => discountBp),
    wanted.map(({ weight }) => weight),
  );
  return before;
}

/** A spin. `day` as `2026-11-21`. */
export interface Spin {
  day: string;
  discount_bp: number;
  expires_at: Date;
}

const todayStatement = statement<{ day: string; next_day_at: Date }, []>(
  'promotions.today',
  `SELECT today::text AS day, (today + 1)::timestamp AT TIME ZONE 'UTC' AS next_day_at
   FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock`,
);

/** Today, and when tomorrow begins. */
export async function today(db: Queryable): Promise<{ day: string; next_day_at: Date }> {
  const [row] = await db.run(todayStatement);
  if (!row) throw new Error('a query without a table returned no row');
  return row;
}

const SPIN = 'day::text, discount_bp, expires_at';

/** The moment is cut, not rounded, to what the column holds: rounding could carry it into the next day. */
const insertStatement = statement<Spin, [AccountId, string, number, number]>(
  'promotions.insert_spin',
  `INSERT INTO wheel_spins (account_id, day, discount_bp, spun_at, expires_at)
   SELECT $1, $2::date, $3, at, at + $4 * interval '24 hours'
   FROM (SELECT date_trunc('milliseconds', now()) AS at) AS clock WHERE $2::date = (at AT TIME ZONE 'UTC')::date
   ON CONFLICT (account_id, day) DO NOTHING RETURNING ${SPIN}`,
);

/** Writes the spin of today. @returns null where `day` is not today, or has its spin already. */
export async function insertSpin(
  db: Queryable,
  accountId: AccountId,
  day: string,
  discountBp: number,
  prizeDays: number,
): Promise<Spin | null> {
  const [row] = await db.run(insertStatement, accountId, day, discountBp, prizeDays);
  return row ?? null;
}

const spinStatement = statement<Spin, [AccountId, string]>(
  'promotions.spin',
  `SELECT ${SPIN} FROM wheel_spins WHERE account_id = $1 AND day = $2::date`,
);

/** The spin of a day; null where there is none. */
export async function spinOf(db: Queryable, accountId: AccountId, day: string): Promise<Spin | null> {
  const [row] = await db.run(spinStatement, accountId, day);
  return row ?? null;
}

const heldStatement = statement<Spin, [AccountId]>(
  'promotions.prizes_held',
  `SELECT ${SPIN} FROM wheel_spins
   WHERE account_id = $1 AND order_id IS NULL AND expires_at > clock_timestamp() ORDER BY discount_bp DESC, expires_at`,
);

/** Spins whose prizes can still be used, the best first, and of equals the one that expires first. */
export function held(db: Queryable, accountId: AccountId): Promise<Spin[]> {
  return db.run(heldStatement, accountId);
}

const redeemStatement = statement<{ day: string }, [AccountId, string, OrderId, Date]>(
  'promotions.redeem_prize',
  `UPDATE wheel_spins SET order_id = $3
   WHERE account_id = $1 AND day = $2::date AND order_id IS NULL AND expires_at > $4 RETURNING day::text`,
);

/** Uses a prize up. @returns false where it was used or has expired. */
export async function redeem(tx: Transaction, use: { accountId: AccountId; orderId: OrderId; reference: string; at: Date }) {
  return (await tx.run(redeemStatement, use.accountId, use.reference, use.orderId, use.at)).length === 1;
}
