/** What the whole site sells, for support; everything else of billing is about one account. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { Cents } from '#server/kernel/money.ts';

/** A day (UTC, `2026-11-21`): what was invoiced, less what credit notes gave back, with and without VAT. */
export interface SalesDay {
  day: string;
  gross_cents: Cents;
  net_cents: Cents;
}

const salesStatement = statement<SalesDay, [number]>(
  'billing.sales',
  `SELECT to_char(calendar.day, 'YYYY-MM-DD') AS day, coalesce(sold.gross, 0)::bigint AS gross_cents,
          coalesce(sold.net, 0)::bigint AS net_cents
   FROM (SELECT (now() AT TIME ZONE 'UTC')::date - ago AS day FROM generate_series(0, $1 - 1) AS ago) AS calendar
   LEFT JOIN (
     SELECT (issued_at AT TIME ZONE 'UTC')::date AS day,
            sum(CASE kind WHEN 'invoice' THEN gross_cents ELSE -gross_cents END) AS gross,
            sum(CASE kind WHEN 'invoice' THEN net_cents ELSE -net_cents END) AS net
     FROM invoices WHERE issued_at >= ((now() AT TIME ZONE 'UTC')::date - ($1 - 1)) AT TIME ZONE 'UTC'
     GROUP BY 1) AS sold USING (day)
   ORDER BY calendar.day`,
);

/** The last `days` days, today among them, oldest first; those without sales with zeros. */
export function salesByDay(db: Queryable, days: number): Promise<SalesDay[]> {
  return db.run(salesStatement, days);
}
