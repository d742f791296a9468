/** Reading invoices and credit notes. Every statement takes the account first. */
import type { InvoiceKind } from '#prisma/generated/enums.ts';
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId, OrderId, RenewalId } from '#server/kernel/ids.ts';
import { type Cents, toEuros } from '#server/kernel/money.ts';
import { toPercent } from '#server/kernel/percent.ts';
import type { Period } from '#server/kernel/period.ts';
import { frozenBuyerSchema, frozenLinesSchema, frozenSellerSchema, type Invoice, type InvoiceSummary } from '../schema.ts';

/** Which invoices are meant: null leaves out that condition. */
export interface InvoiceFilter extends Period {
  /** A part of the number, in any case, or a whole order id. */
  readonly search: string | null;
  readonly kind: InvoiceKind | null;
}

interface SummaryRow {
  number: string;
  kind: InvoiceKind;
  issued_at: Date;
  /** What it is about: one of the two. */
  order_id: OrderId | null;
  renewal_id: RenewalId | null;
  net_cents: Cents;
  vat_cents: Cents;
  gross_cents: Cents;
}

/** What was frozen as JSON is yet to be parsed; moments within JSON are text. */
interface WholeRow extends SummaryRow {
  vat_rate_bp: number;
  seller: unknown;
  buyer: unknown;
  lines: unknown;
  reason: string | null;
  corrects: { number: string; issued_at: string } | null;
  credited_by: { number: string; issued_at: string; gross_cents: Cents }[];
}

const summaryOf = (row: SummaryRow): InvoiceSummary => ({
  number: row.number,
  kind: row.kind,
  issued_at: row.issued_at.toISOString(),
  order_id: row.order_id,
  renewal_id: row.renewal_id,
  net: toEuros(row.net_cents),
  vat: toEuros(row.vat_cents),
  gross: toEuros(row.gross_cents),
});

const wholeOf = (row: WholeRow): Invoice => ({
  ...summaryOf(row),
  vat_rate: toPercent(row.vat_rate_bp),
  seller: frozenSellerSchema.parse(row.seller),
  buyer: frozenBuyerSchema.parse(row.buyer),
  lines: frozenLinesSchema.parse(row.lines).map(({ description, qty, unitCents, totalCents }) => ({
    description,
    qty,
    unit_price: toEuros(unitCents),
    total: toEuros(totalCents),
  })),
  corrects: row.corrects && { number: row.corrects.number, issued_at: new Date(row.corrects.issued_at).toISOString() },
  reason: row.reason,
  credited_by: row.credited_by.map((note) => ({
    number: note.number,
    issued_at: new Date(note.issued_at).toISOString(),
    gross: toEuros(note.gross_cents),
  })),
});

const HEAD = 'number, kind, issued_at, order_id, renewal_id, net_cents, vat_cents, gross_cents';
const FOUND = `account_id = $1 AND ($2::text IS NULL OR strpos(number, upper($2)) > 0 OR order_id::text = $2)
               AND ($3::timestamptz IS NULL OR issued_at >= $3) AND ($4::timestamptz IS NULL OR issued_at < $4)
               AND ($5::text IS NULL OR kind::text = $5)`;

type FilterValues = [AccountId, string | null, Date | null, Date | null, InvoiceKind | null];
const valuesOf = (accountId: AccountId, { search, since, before, kind }: InvoiceFilter): FilterValues => [
  accountId,
  search,
  since,
  before,
  kind,
];

const pageStatement = statement<SummaryRow, [...FilterValues, number, number]>(
  'billing.invoice_page',
  `SELECT ${HEAD} FROM invoices WHERE ${FOUND} ORDER BY seq DESC LIMIT $6 OFFSET $7`,
);

/** Invoices that the filter finds, newest first. */
export async function invoicePage(
  db: Queryable,
  accountId: AccountId,
  filter: InvoiceFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<InvoiceSummary[]> {
  return (await db.run(pageStatement, ...valuesOf(accountId, filter), limit, offset)).map(summaryOf);
}

/** What the invoices found come to, credit notes deducted. */
interface InvoiceSums {
  invoices: number;
  net_cents: Cents;
  vat_cents: Cents;
  gross_cents: Cents;
}

const sumsStatement = statement<InvoiceSums, FilterValues>(
  'billing.invoice_sums',
  `SELECT count(*)::int AS invoices, coalesce(sum(sign * net_cents), 0)::bigint AS net_cents,
          coalesce(sum(sign * vat_cents), 0)::bigint AS vat_cents, coalesce(sum(sign * gross_cents), 0)::bigint AS gross_cents
   FROM invoices CROSS JOIN LATERAL (SELECT CASE kind WHEN 'invoice' THEN 1 ELSE -1 END AS sign) AS counted WHERE ${FOUND}`,
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

const WHOLE = `${HEAD}, vat_rate_bp, seller, buyer, lines, reason,
          (SELECT jsonb_build_object('number', corrected.number, 'issued_at', corrected.issued_at)
           FROM invoices corrected WHERE corrected.account_id = $1 AND corrected.seq = invoice.corrects_seq) AS corrects,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('number', note.number, 'issued_at', note.issued_at, 'gross_cents', note.gross_cents)
                                     ORDER BY note.seq), '[]')
           FROM invoices note WHERE note.account_id = $1 AND note.corrects_seq = invoice.seq) AS credited_by`;

const oneStatement = statement<WholeRow, [AccountId, string]>(
  'billing.whole_invoice',
  `SELECT ${WHOLE} FROM invoices invoice WHERE account_id = $1 AND number = $2`,
);

/** The account's own invoice or credit note under a number; null where it has none. */
export async function invoice(db: Queryable, accountId: AccountId, number: string): Promise<Invoice | null> {
  const [row] = await db.run(oneStatement, accountId, number);
  return row ? wholeOf(row) : null;
}

const numbersStatement = statement<{ number: string }, FilterValues>(
  'billing.invoice_numbers',
  `SELECT number FROM invoices WHERE ${FOUND} ORDER BY seq`,
);

/** The numbers of all invoices that the filter finds, oldest first. */
export async function invoiceNumbers(db: Queryable, accountId: AccountId, filter: InvoiceFilter): Promise<string[]> {
  return (await db.run(numbersStatement, ...valuesOf(accountId, filter))).map((row) => row.number);
}
