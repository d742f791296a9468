/** Invoices and credit notes as a table of comma-separated values (RFC 4180): the index of a month's files. */
import { textCell } from '#server/kernel/csv.ts';
import type { Invoice } from '../schema.ts';

/** The first line. Amounts are in euros with a point, those of credit notes negative; dates are ISO 8601 in UTC. */
export const invoiceCsvHead =
  'number,kind,date,order,renewal,corrects,buyer,buyer_vat_id,vat_rate_percent,net_eur,vat_eur,gross_eur,reason\r\n';

/** The line of one document. */
export function invoiceCsvLine(invoice: Invoice): string {
  const amount = (euros: number) => (invoice.kind === 'invoice' ? euros : -euros).toFixed(2);
  const cells = [
    invoice.number,
    invoice.kind,
    invoice.issued_at,
    invoice.order_id === null ? '' : String(invoice.order_id),
    invoice.renewal_id === null ? '' : String(invoice.renewal_id),
    invoice.corrects?.number ?? '',
    textCell(invoice.buyer.legal_name ?? invoice.buyer.email),
    textCell(invoice.buyer.vat_id ?? ''),
    String(invoice.vat_rate),
    amount(invoice.net),
    amount(invoice.vat),
    amount(invoice.gross),
    textCell(invoice.reason ?? ''),
  ];
  return `${cells.join(',')}\r\n`;
}
