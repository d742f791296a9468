/** The ledger as a table of comma-separated values (RFC 4180): for a bookkeeper's spreadsheet as for a program. */
import { textCell } from '#server/kernel/csv.ts';
import { type Cents, formatEuros } from '#server/kernel/money.ts';

/** What a line of the file is made of. */
interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly amount_cents: Cents;
  readonly balance_after_cents: Cents;
  readonly order_id: number | null;
  readonly invoice_number: string | null;
  readonly note: string | null;
  readonly created_at: Date;
}

/** The first line. Amounts are in euros with a point; dates are ISO 8601 in UTC. */
export const ledgerCsvHead = 'entry,date,kind,order,invoice,note,amount_eur,balance_eur\r\n';

/** The line of one entry. */
export function ledgerCsvLine(entry: Entry): string {
  const cells = [
    String(entry.seq),
    entry.created_at.toISOString(),
    entry.kind,
    entry.order_id === null ? '' : String(entry.order_id),
    entry.invoice_number ?? '',
    textCell(entry.note ?? ''),
    formatEuros(entry.amount_cents),
    formatEuros(entry.balance_after_cents),
  ];
  return `${cells.join(',')}\r\n`;
}
