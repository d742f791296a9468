/** Reading invoices. Every statement takes the account first. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId, OrderId, RenewalId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { Period } from '../rules.ts';

/** Which invoices are meant: null leaves out that condition. */
export interface InvoiceFilter extends Period {
  /** A part of the number, in any case, or a whole order id. */
  readonly search: string | null;
}

/** An invoice as a list shows it. */
export interface InvoiceRow {
  number: string;
  issued_at: Date;
  /** What it is about: one of the two. */
  order_id: OrderId | null;
  renewal_id: RenewalId | null;
  net_cents: Cents;
  vat_cents: Cents;
  gross_cents: Cents;
}

/** An invoice whole. What was frozen as JSON is yet to be parsed. */
export interface WholeInvoiceRow extends InvoiceRow {
  vat_rate_bp: number;
  seller: unknown;
  buyer: unknown;
  lines: unknown;
}

const HEAD = 'number, issued_at, order_id, renewal_id, net_cents, vat_cents, gross_cents';
const FOUND = `account_id = $1 AND ($2::text IS NULL OR strpos(number, upper($2)) > 0 OR order_id::text = $2)
               AND ($3::timestamptz IS NULL OR issued_at >= $3) AND ($4::timestamptz IS NULL OR issued_at < $4)`;

type FilterValues = [AccountId, string | null, Date | null, Date | null];
const valuesOf = (accountId: AccountId, { search, since, before }: InvoiceFilter): FilterValues => [
  accountId,
  search,
  since,
  before,
];

const pageStatement = statement<InvoiceRow, [...FilterValues, number, number]>(
  'billing.invoice_page',
  `SELECT ${HEAD} FROM invoices WHERE ${FOUND} ORDER BY seq DESC LIMIT $5 OFFSET $6`,
);

/** Invoices that the filter finds, newest first. */
export function invoicePage(
  db: Queryable,
  accountId: AccountId,
  filter: InvoiceFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<InvoiceRow[]> {
  return db.run(pageStatement, ...valuesOf(accountId, filter), limit, offset);
}

/** What the invoices found come to. */
interface InvoiceSums {
  invoices: number;
  net_cents: Cents;
  vat_cents: Cents;
  gross_cents: Cents;
}

const sumsStatement = statement<InvoiceSums, FilterValues>(
  'billing.invoice_sums',
  `SELECT count(*)::int AS invoices, coalesce(sum(net_cents), 0)::bigint AS net_cents,
          coalesce(sum(vat_cents), 0)::bigint AS vat_cents, coalesce(sum(gross_cents), 0)::bigint AS gross_cents
   FROM invoices WHERE ${FOUND}`,
);

/** How many invoices the filter finds, and what they come to. */
export async function invoiceSums(db: Queryable, accountId: AccountId, filter: InvoiceFilter): Promise<InvoiceSums> {
  const [row] = await db.run(sumsStatement, ...valuesOf(accountId, filter));
  if (!row) throw new Error('an aggregate returned no row');
  return row;
}

const monthsStatement = statement<{ month: string }, [AccountId]>(
  'billing.invoice_months',
  `SELECT DISTINCT to_char(issued_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month FROM invoices WHERE account_id = $1 ORDER BY 1 DESC`,
);

/** The months (UTC) of which the account has invoices, `2026-11`, newest first. */
export async function invoiceMonths(db: Queryable, accountId: AccountId): Promise<string[]> {
  return (await db.run(monthsStatement, accountId)).map((row) => row.month);
}

const oneStatement = statement<WholeInvoiceRow, [AccountId, string]>(
  'billing.invoice',
  `SELECT ${HEAD}, vat_rate_bp, seller, buyer, lines FROM invoices WHERE account_id = $1 AND number = $2`,
);

/** The account's own invoice under a number; null where it has no such invoice. */
export async function invoice(db: Queryable, accountId: AccountId, number: string): Promise<WholeInvoiceRow | null> {
  const [row] = await db.run(oneStatement, accountId, number);
  return row ?? null;
}
