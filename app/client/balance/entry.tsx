/** What an entry of the ledger is about, in words. */
import Link from 'next/link';
import type { LedgerEntry } from '#server/plugins/billing/schema.ts';
import classes from './entry.module.css';

/** The kinds of entries by the names that people choose them by. */
export const kindNames: Record<LedgerEntry['kind'], string> = {
  purchase: 'Purchase',
  top_up: 'Top-up',
  top_up_refund: 'Top-up refunded',
  top_up_refund_failed: 'Refund returned',
  chargeback: 'Chargeback',
  chargeback_reversed: 'Chargeback reversed',
  credit: 'Credit',
  debit: 'Debit',
  refund: 'Refund',
  renewal: 'Renewal',
};

/** `Purchase, order 12` with the invoice, or `Credit` with support's note. */
export function What({ entry }: { entry: LedgerEntry }) {
  return (
    <div className={classes.what}>
      <span>
        {kindNames[entry.kind]}
        {entry.order_id !== null && `, order ${entry.order_id}`}
      </span>
      {entry.note && <span className={classes.note}>{entry.note}</span>}
      {entry.invoice_number && (
        <Link href={`/client/invoices/${entry.invoice_number}`} prefetch={false} className={classes.invoice}>
          Invoice {entry.invoice_number}
        </Link>
      )}
    </div>
  );
}
