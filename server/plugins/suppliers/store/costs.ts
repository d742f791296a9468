/** What was paid to suppliers. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { Cents } from '#server/kernel/money.ts';

const costsStatement = statement<{ day: string; cost_cents: Cents }, [number]>(
  'suppliers.costs',
  `SELECT to_char(answered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(cost_cents)::bigint AS cost_cents
   FROM supplier_orders
   WHERE cost_cents IS NOT NULL AND answered_at >= ((now() AT TIME ZONE 'UTC')::date - ($1 - 1)) AT TIME ZONE 'UTC'
   GROUP BY 1`,
);

/** Cents that suppliers debited on each of the last `days` days (UTC, `2026-11-21`), also for what could not be passed on. */
export async function costsByDay(db: Queryable, days: number): Promise<ReadonlyMap<string, Cents>> {
  return new Map((await db.run(costsStatement, days)).map(({ day, cost_cents: cost }) => [day, cost]));
}
