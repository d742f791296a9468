/** What the forecast of the stock is made of, by country. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, statement } from '#server/kernel/database.ts';

/** What of a country was delivered from the pool lately, and how many of those that could have ended were kept. */
export interface SalesRow {
  country: Country;
  /** Within the days that were asked for. */
  sold: number;
  /** Whose first period ended within that time, and of them, how many were renewed. */
  ended: number;
  renewed: number;
}

const salesStatement = statement<SalesRow, [number, number]>(
  'proxies.sales',
  `SELECT country, (count(*) FILTER (WHERE created_at > now() - make_interval(days => $1)))::int AS sold,
          (count(*) FILTER (WHERE first_end <= now()))::int AS ended,
          (count(*) FILTER (WHERE first_end <= now() AND expires_at > first_end))::int AS renewed
   FROM (SELECT country, created_at, expires_at, created_at + $2 * interval '24 hours' AS first_end
         FROM proxies WHERE address_id IS NOT NULL AND expires_at > now() - make_interval(days => $1)) AS lately
   WHERE first_end > now() - make_interval(days => $1) GROUP BY country`,
);

/** @param periodDays for which a proxy is valid at first. */
export function salesByCountry(db: Queryable, days: number, periodDays: number): Promise<SalesRow[]> {
  return db.run(salesStatement, days, periodDays);
}

/** So many addresses return to the stock within a day of 24 hours, counted from now: 0 is the first. */
export interface ReturnRow {
  country: Country;
  day: number;
  addresses: number;
}

const returnsStatement = statement<ReturnRow, [number]>(
  'proxies.returns',
  `SELECT country, floor(extract(epoch FROM at - now()) / 86400)::int AS day, sum(delta)::int AS addresses
   FROM stock_moves WHERE at > now() AND at <= now() + make_interval(days => $1) GROUP BY 1, 2 HAVING sum(delta) <> 0`,
);

/** What returns to the stock within the next days if nobody renews. */
export function returnsByDay(db: Queryable, days: number): Promise<ReturnRow[]> {
  return db.run(returnsStatement, days);
}
