/** What the account spent, day by day. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';

/** A day (UTC, `2026-11-21`): what was spent on proxies, less what was given back for them. */
export interface SpendingDay {
  day: string;
  spent_cents: Cents;
}

const spendingStatement = statement<SpendingDay, [AccountId, number]>(
  'billing.spending',
  `SELECT to_char(calendar.day, 'YYYY-MM-DD') AS day, coalesce(spent.cents, 0)::bigint AS spent_cents
   FROM (SELECT (now() AT TIME ZONE 'UTC')::date - ago AS day FROM generate_series(0, $2 - 1) AS ago) AS calendar
   LEFT JOIN (
     SELECT (created_at AT TIME ZONE 'UTC')::date AS day, -sum(amount_cents) AS cents FROM ledger_entries
     WHERE account_id = $1 AND kind::text IN ('purchase', 'renewal', 'refund')
       AND created_at >= ((now() AT TIME ZONE 'UTC')::date - ($2 - 1)) AT TIME ZONE 'UTC'
     GROUP BY 1) AS spent USING (day)
   ORDER BY calendar.day`,
);

/** The last `days` days, today among them, oldest first; those without spending with zeros. */
export function spendingByDay(db: Queryable, accountId: AccountId, days: number): Promise<SpendingDay[]> {
  return db.run(spendingStatement, accountId, days);
}
