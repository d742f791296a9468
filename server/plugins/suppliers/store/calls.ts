/** How often suppliers answered as they should, hour by hour; `failed`, `worked` and `saw` of suppliers.ts count. */
import { type Queryable, statement } from '#server/kernel/database.ts';

/** An hour of a supplier, as it begins. An hour in which nobody called it has no row. */
export interface CallsRow {
  supplier_id: number;
  hour: Date;
  worked: number;
  failed: number;
}

const byHourStatement = statement<CallsRow, [number]>(
  'suppliers.calls_by_hour',
  `SELECT supplier_id, hour, worked, failed FROM supplier_calls
   WHERE hour > date_trunc('hour', now(), 'UTC') - make_interval(hours => $1) ORDER BY supplier_id, hour`,
);

/** Looks and purchases of the last `hours` hours, this one among them. */
export function callsByHour(db: Queryable, hours: number): Promise<CallsRow[]> {
  return db.run(byHourStatement, hours);
}

const forgetStatement = statement<object, [number]>(
  'suppliers.forget_calls',
  `DELETE FROM supplier_calls WHERE hour < now() - $1 * interval '24 hours'`,
);

/** Deletes what is older than so many days. */
export async function forgetCalls(db: Queryable, days: number): Promise<void> {
  await db.run(forgetStatement, days);
}
