/** What is to be known of an invoice and does not stand on it: what was credited since, and whom it does not name. */
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import type { Invoice } from '#server/plugins/billing/schema.ts';

export function InvoiceNotices({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices');
  const format = useFormatter();
  const money = useMoney();
  const isInvoice = invoice.kind === 'invoice';
  return (
    <>
      {invoice.credited_by.map((note) => (
        <Notice key={note.number} tone="plain">
          <p>
            {t.rich('creditedBy', {
              amount: money(note.gross),
              date: format.dateTime(new Date(note.issued_at), 'day'),
              number: note.number,
              a: (text) => (
                <Link href={`/client/invoices/${note.number}`} prefetch={false}>
                  {text}
                </Link>
              ),
            })}
          </p>
        </Notice>
      ))}
      {invoice.corrects && (
        <Notice tone="plain">
          <p>
            {t.rich('corrects', {
              number: invoice.corrects.number,
              a: (text) => (
                <Link href={`/client/invoices/${invoice.corrects?.number}`} prefetch={false}>
                  {text}
                </Link>
              ),
            })}
          </p>
        </Notice>
      )}
      {isInvoice && invoice.buyer.legal_name === null && (
        <Notice tone="plain">
          <p>
            {t.rich('unnamed', {
              a: (text) => (
                <Link href="/client/account" prefetch={false}>
                  {text}
                </Link>
              ),
            })}
          </p>
        </Notice>
      )}
    </>
  );
}
