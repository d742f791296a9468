/** Invariants of invoices. */
import type { Invariant } from './invariant.ts';

export const invoiceInvariants: readonly Invariant[] = [
  {
    rule: 'order_invoiced_once',
    says: 'Every order that was delivered or refunded has exactly one invoice, of its total, to its own account, and no other has one.',
    sql: `SELECT format('order %s of account %s, %s cents: %s invoices, %s cents', orders.id, orders.account_id, total_cents,
                        coalesce(invoice.documents, 0), coalesce(invoice.gross, 0)) AS detail
          FROM orders
          LEFT JOIN (SELECT order_id, count(*) AS documents, sum(gross_cents) AS gross, min(account_id) AS account_id
                     FROM invoices WHERE kind = 'invoice' GROUP BY 1) invoice ON invoice.order_id = orders.id
          WHERE CASE WHEN status IN ('completed', 'refunded')
                  THEN invoice.documents IS DISTINCT FROM 1 OR invoice.gross <> total_cents OR invoice.account_id <> orders.account_id
                  ELSE invoice.documents IS NOT NULL END`,
  },
  {
    rule: 'invoice_has_order',
    says: 'Every invoice and credit note belongs to an order or a renewal of the same account, and an invoice states its total.',
    sql: `SELECT format('invoice %s of account %s, %s cents: order %s, renewal %s', number, invoice.account_id, gross_cents,
                        coalesce(order_id::text, 'none'), coalesce(renewal_id::text, 'none')) AS detail
          FROM invoices invoice LEFT JOIN orders ON orders.id = order_id LEFT JOIN renewals ON renewals.id = renewal_id
          WHERE num_nonnulls(orders.id, renewals.id) <> 1
             OR coalesce(orders.account_id, renewals.account_id) <> invoice.account_id
             OR (kind = 'invoice' AND coalesce(orders.total_cents, renewals.total_cents) <> gross_cents)`,
  },
  {
    rule: 'invoice_adds_up',
    says: 'Net and VAT make up the gross, and the net is the gross without its VAT: to the nearest cent, on a credit note to the cent.',
    sql: `SELECT format('invoice %s: net %s + VAT %s (%s bp) = gross %s (cents)', number, net_cents, vat_cents, vat_rate_bp,
                        gross_cents) AS detail
          FROM invoices
          WHERE net_cents + vat_cents <> gross_cents OR net_cents < 0 OR vat_cents < 0
             OR 2 * abs(net_cents * (10000 + vat_rate_bp) - gross_cents * 10000)
                > (10000 + vat_rate_bp) * CASE kind WHEN 'invoice' THEN 1 ELSE 2 END`,
  },
  {
    rule: 'invoice_lines_add_up',
    says: 'The lines of an invoice make up its gross.',
    sql: `SELECT format('invoice %s: lines of %s, gross %s (cents)', number, coalesce(total::text, 'none'), gross_cents) AS detail
          FROM invoices CROSS JOIN LATERAL (
            SELECT sum(CASE jsonb_typeof(line -> 'totalCents') WHEN 'number' THEN (line -> 'totalCents')::numeric END) AS total
            FROM jsonb_array_elements(CASE jsonb_typeof(lines) WHEN 'array' THEN lines ELSE '[]' END) AS line) AS sums
          WHERE total IS DISTINCT FROM gross_cents`,
  },
  {
    rule: 'invoice_names_parties',
    says: 'An invoice says who sells and who buys.',
    sql: `SELECT format('invoice %s: seller %s, buyer %s', number, seller ->> 'legal_name', buyer ->> 'email') AS detail
          FROM invoices WHERE (seller ->> 'legal_name') IS NULL OR (buyer ->> 'email') IS NULL`,
  },
  {
    rule: 'invoice_numbers_gapless',
    says: 'Invoices of an account are numbered from 1 without a gap, up to the number given out last.',
    sql: `SELECT format('account %s: %s invoices numbered %s to %s, last given out %s', account_id, coalesce(documents, 0),
                        coalesce(first::text, 'none'), coalesce(last::text, 'none'), coalesce(invoice_seq::text, 'none')) AS detail
          FROM billing_accounts
          FULL JOIN (SELECT account_id, count(DISTINCT seq) AS documents, min(seq) AS first, max(seq) AS last
                     FROM invoices GROUP BY 1) series USING (account_id)
          WHERE invoice_seq IS DISTINCT FROM coalesce(last, 0) OR coalesce(documents, 0) <> coalesce(last, 0)
             OR coalesce(first, 1) <> 1`,
  },
  {
    rule: 'invoice_number_is_its_place',
    says: 'The number printed on an invoice is its account and its place in the series, and no other invoice has it.',
    sql: `SELECT format('invoice %s is number %s of account %s', number, seq, account_id) AS detail
          FROM invoices
          WHERE ltrim(split_part(number, '-', 1), 'R0') <> account_id::text
             OR ltrim(split_part(number, '-', 2), '0') <> seq::text
          UNION ALL
          SELECT format('invoice %s exists %s times', number, count(*)) FROM invoices GROUP BY number HAVING count(*) > 1`,
  },
];
