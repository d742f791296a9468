/** What an entry of the ledger is about, in words. */
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { LedgerEntry } from '#server/plugins/billing/schema.ts';
import classes from './entry.module.css';

/** `Purchase, order 12` with the invoice, `Top-up` with its payment, or `Credit` with support's note. */
export function What({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('balance');
  const what = t(`kinds.${entry.kind}`);
  return (
    <div className={classes.what}>
      <span>{entry.order_id === null ? what : t('withOrder', { what, order: String(entry.order_id) })}</span>
      {entry.note && <span className={classes.note}>{entry.note}</span>}
      {entry.invoice_number && (
        <Link href={`/client/invoices/${entry.invoice_number}`} prefetch={false} className={classes.link}>
          {t('invoice', { number: entry.invoice_number })}
        </Link>
      )}
      {entry.payment_id && (
        <Link href={`/client/balance/payments/${entry.payment_id}`} prefetch={false} className={classes.link}>
          {t('topUpLink')}
        </Link>
      )}
    </div>
  );
}
