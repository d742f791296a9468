/** What went through proxies, day by day; the entry point writes it. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId, ProxyId } from '#server/kernel/ids.ts';

/** What went through a proxy on one day (UTC); the row is written by the entry point. */
export interface DayOfUse {
  /** YYYY-MM-DD. */
  day: string;
  up_bytes: number;
  down_bytes: number;
  connections: number;
}

const daysOfUseStatement = statement<DayOfUse, [string, number]>(
  'proxies.days_of_use',
  `SELECT to_char(calendar.day, 'YYYY-MM-DD') AS day, coalesce(up_bytes, 0) AS up_bytes, coalesce(down_bytes, 0) AS down_bytes,
          coalesce(connections, 0) AS connections
   FROM generate_series(0, $2 - 1) AS ago
   CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'UTC')::date - ago AS day) AS calendar
   LEFT JOIN proxy_usage AS usage ON usage.proxy_id = $1 AND usage.day = calendar.day
   ORDER BY calendar.day`,
);

/** The last `days` days of a proxy, today among them, oldest first; those without traffic with zeros. */
export function daysOfUse(db: Queryable, proxyId: string, days: number): Promise<DayOfUse[]> {
  return db.run(daysOfUseStatement, proxyId, days);
}

/** What went through a proxy today, and over some days. */
export interface UseSummary {
  proxy_id: ProxyId;
  up_bytes_today: number;
  down_bytes_today: number;
  connections_today: number;
  up_bytes: number;
  down_bytes: number;
  connections: number;
}

const sumsOfUseStatement = statement<UseSummary, [AccountId, readonly string[], number]>(
  'proxies.sums_of_use',
  `SELECT proxies.id AS proxy_id,
          coalesce(sum(up_bytes) FILTER (WHERE day = today), 0)::bigint AS up_bytes_today,
          coalesce(sum(down_bytes) FILTER (WHERE day = today), 0)::bigint AS down_bytes_today,
          coalesce(sum(connections) FILTER (WHERE day = today), 0)::bigint AS connections_today,
          coalesce(sum(up_bytes), 0)::bigint AS up_bytes,
          coalesce(sum(down_bytes), 0)::bigint AS down_bytes,
          coalesce(sum(connections), 0)::bigint AS connections
   FROM proxies CROSS JOIN (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS calendar
   LEFT JOIN proxy_usage ON proxy_id = proxies.id AND day > today - $3::int AND day <= today
   WHERE account_id = $1 AND proxies.id = ANY ($2)
   GROUP BY proxies.id`,
);

/** Traffic of those of the proxies that are the account's own, today and over the last `days` days. */
export function sumsOfUse(db: Queryable, accountId: AccountId, ids: readonly string[], days: number): Promise<UseSummary[]> {
  return db.run(sumsOfUseStatement, accountId, ids, days);
}

const forgetUsageStatement = statement<object, [number, number]>(
  'proxies.forget_usage',
  `WITH flushes AS (DELETE FROM gateway_flushes WHERE at < now() - make_interval(days => $2))
   DELETE FROM proxy_usage WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int`,
);

/**
 * Removes usage of more than `usageDays` days ago, and what entry points that have not reported for
 * `gatewayDays` days left behind.
 */
export async function forgetUsage(db: Queryable, usageDays: number, gatewayDays: number): Promise<void> {
  await db.run(forgetUsageStatement, usageDays, gatewayDays);
}
