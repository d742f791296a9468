/** How many of the account's proxies end on which day. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';

/** A day (UTC, `2026-11-21`) on which `proxies` end that are valid now. */
export interface EndingDay {
  day: string;
  proxies: number;
}

const expiringStatement = statement<EndingDay, [AccountId, number]>(
  'proxies.expiring_by_day',
  `SELECT to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS proxies FROM proxies
   WHERE account_id = $1 AND expires_at > now() AND expires_at <= now() + make_interval(days => $2)
   GROUP BY 1 ORDER BY 1`,
);

/** The days within the next `days` × 24 hours on which proxies end, in their order; days on which none does are left out. */
export function expiringByDay(db: Queryable, accountId: AccountId, days: number): Promise<EndingDay[]> {
  return db.run(expiringStatement, accountId, days);
}
