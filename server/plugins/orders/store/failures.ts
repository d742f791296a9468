/** Orders that failed after their debit, as the desk goes through them: those that wait for it, and how many there were day by day. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, type Statement, statement } from '#server/kernel/database.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import { type FailedSort, failedSorts } from '../rules.ts';

/** A failed order, as support finds it. */
export interface FailedOrder {
  order_id: OrderId;
  account_id: AccountId;
  email: string;
  country: Country;
  qty: number;
  total_cents: Cents;
  failure: string;
  created_at: Date;
  failed_at: Date;
  /** Somebody is settling it just now. */
  busy: boolean;
}

const WAITING = `fulfilments JOIN orders ON orders.id = order_id WHERE ended_at IS NULL AND status = 'failed'`;

const ORDER: Readonly<Record<FailedSort, string>> = {
  oldest: 'failed_at, order_id',
  newest: 'failed_at DESC, order_id DESC',
  most_held: 'total_cents DESC, failed_at, order_id',
  least_held: 'total_cents, failed_at, order_id',
};

const failedStatements = Object.fromEntries(
  failedSorts.map((sort) => [
    sort,
    statement<FailedOrder, [number, number]>(
      `orders.failed_${sort}`,
      `SELECT order_id, account_id, buyer_email AS email, country, qty, total_cents, failure, created_at, failed_at,
              lease_until > clock_timestamp() AS busy
       FROM ${WAITING} ORDER BY ${ORDER[sort]} LIMIT $1 OFFSET $2`,
    ),
  ]),
) as Record<FailedSort, Statement<FailedOrder, [number, number]>>;

/** A part of the orders that wait for support. */
export function failed(
  db: Queryable,
  sort: FailedSort,
  { limit, offset }: { limit: number; offset: number },
): Promise<FailedOrder[]> {
  return db.run(failedStatements[sort], limit, offset);
}

const waitingStatement = statement<{ count: number; held_cents: Cents; oldest_at: Date | null }, []>(
  'orders.waiting',
  `SELECT count(*)::int AS count, coalesce(sum(total_cents), 0)::bigint AS held_cents, min(failed_at) AS oldest_at FROM ${WAITING}`,
);

/** How many orders wait for support, the cents that they hold, and since when the oldest of them does. */
export async function waiting(db: Queryable) {
  const [row] = await db.run(waitingStatement);
  if (!row) throw new Error('an aggregate returned no row');
  return { count: row.count, heldCents: row.held_cents, oldestAt: row.oldest_at };
}

/** A day (UTC, `2026-11-21`): orders that failed for the first time, and those that support brought to an end. */
export interface FailureDay {
  day: string;
  failed: number;
  delivered: number;
  refunded: number;
}

const byDayStatement = statement<FailureDay, [number]>(
  'orders.failures_by_day',
  `WITH since AS (SELECT (now() AT TIME ZONE 'UTC')::date - ($1 - 1) AS day),
        failures AS (
          SELECT (failed_at AT TIME ZONE 'UTC')::date AS failed_on, (ended_at AT TIME ZONE 'UTC')::date AS ended_on, status
          FROM fulfilments JOIN orders ON orders.id = order_id WHERE failed_at IS NOT NULL
            AND (failed_at >= (SELECT day FROM since) AT TIME ZONE 'UTC' OR ended_at >= (SELECT day FROM since) AT TIME ZONE 'UTC')),
        told AS (
          SELECT failed_on AS day, 1 AS failed, 0 AS delivered, 0 AS refunded FROM failures
          UNION ALL
          SELECT ended_on, 0, (status = 'completed')::int, (status = 'refunded')::int FROM failures WHERE ended_on IS NOT NULL)
   SELECT to_char(calendar.day, 'YYYY-MM-DD') AS day, coalesce(sum(failed), 0)::int AS failed,
          coalesce(sum(delivered), 0)::int AS delivered, coalesce(sum(refunded), 0)::int AS refunded
   FROM (SELECT (SELECT day FROM since) + nth AS day FROM generate_series(0, $1 - 1) AS nth) AS calendar LEFT JOIN told USING (day)
   GROUP BY calendar.day ORDER BY calendar.day`,
);

/** The last `days` days, today among them, oldest first; those on which nothing failed or ended with zeros. */
export function failuresByDay(db: Queryable, days: number): Promise<FailureDay[]> {
  return db.run(byDayStatement, days);
}

const settledStatement = statement<{ order_id: OrderId }, []>(
  'orders.settled',
  'SELECT order_id FROM fulfilments WHERE failed_at IS NOT NULL AND ended_at IS NOT NULL',
);

/** Orders that failed and are settled, one way or the other. */
export async function settled(db: Queryable): Promise<OrderId[]> {
  return (await db.run(settledStatement)).map(({ order_id: id }) => id);
}
