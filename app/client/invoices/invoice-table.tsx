'use client';
/** A page of invoices and credit notes, each with its files. */
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Badge } from '#app/_ui/badge.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import type { InvoiceSummary } from '#server/plugins/billing/schema.ts';
import classes from './invoice-list.module.css';

export function InvoiceTable({ invoices }: { invoices: readonly InvoiceSummary[] }) {
  const t = useTranslations('invoices');
  const columns = [
    { label: t('number'), width: 29 },
    { label: t('date'), width: 12 },
    { label: t('order'), width: 10 },
    { label: t('net'), numeric: true, width: 13 },
    { label: t('vat'), numeric: true, width: 12 },
    { label: t('gross'), numeric: true, width: 13 },
    { label: t('files'), numeric: true, width: 11 },
  ];
  return (
    <Table caption={t('title')} columns={columns}>
      {invoices.map((invoice) => {
        // What a credit note gives back counts against the rest.
        const sign = invoice.kind === 'invoice' ? 1 : -1;
        return (
          <Row key={invoice.number}>
            <Cell label={t('number')} inCard="lead">
              <span className={classes.name}>
                <Link href={`/client/invoices/${invoice.number}`} prefetch={false} className={classes.number}>
                  {invoice.number}
                </Link>
                {invoice.kind === 'credit_note' && <Badge tone="accent">{t('creditNote')}</Badge>}
              </span>
            </Cell>
            <Cell label={t('date')} inCard="third">
              <UtcDate at={invoice.issued_at} />
            </Cell>
            <Cell label={t('order')} inCard="third">
              {invoice.order_id ?? t('renewal', { id: String(invoice.renewal_id) })}
            </Cell>
            <Cell label={t('net')} numeric>
              <Money euros={sign * invoice.net} />
            </Cell>
            <Cell label={t('vat')} numeric>
              <Money euros={sign * invoice.vat} />
            </Cell>
            <Cell label={t('gross')} numeric>
              <Money euros={sign * invoice.gross} />
            </Cell>
            <Cell label={t('files')} numeric>
              <span className={classes.files}>
                {(['pdf', 'xml'] as const).map((type) => (
                  <a
                    key={type}
                    href={`/client/invoices/${invoice.number}/invoice.${type}`}
                    download
                    aria-label={t('fileOf', { type: type.toUpperCase(), number: invoice.number })}
                  >
                    {type.toUpperCase()}
                  </a>
                ))}
              </span>
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
