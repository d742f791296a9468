/** The resale book as a table of comma-separated values. */
import { textCell } from '#server/kernel/csv.ts';
import { cents, formatEuros } from '#server/kernel/money.ts';
import type { BookRow } from '../store/book.ts';

/** The first line. Amounts are in euros with a point; moments are ISO 8601 in UTC. */
export const bookCsvHead =
  'proxy_id,username,country,bought_at,expires_at,cost_eur,sale_price_eur,margin_eur,buyer,paid_on,note\r\n';

/** The line of one proxy. */
export function bookCsvLine(row: BookRow): string {
  const cells = [
    row.proxy_id,
    row.username,
    row.country,
    row.created_at.toISOString(),
    row.expires_at.toISOString(),
    formatEuros(row.cost_cents),
    formatEuros(row.sale_price_cents),
    formatEuros(cents(row.sale_price_cents - row.cost_cents)),
    textCell(row.buyer_name),
    row.paid_on ?? '',
    textCell(row.note),
  ];
  return `${cells.join(',')}\r\n`;
}
