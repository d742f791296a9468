/** Reading the ledger. Every statement takes the account first. */
import type { LedgerKind } from '#prisma/generated/enums.ts';
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId, OrderId, RenewalId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { Period } from '#server/kernel/period.ts';

/** Which entries are meant: null leaves out that condition. */
export interface LedgerFilter extends Period {
  readonly kind: LedgerKind | null;
}

/** An entry as it is read; `amount_cents` is signed. */
export interface LedgerRow {
  seq: number;
  kind: LedgerKind;
  amount_cents: Cents;
  balance_after_cents: Cents;
  order_id: OrderId | null;
  renewal_id: RenewalId | null;
  invoice_number: string | null;
  payment_id: string | null;
  note: string | null;
  created_at: Date;
}

/** `entry` are the account's entries that the filter finds. */
const FOUND = `entry.account_id = $1 AND ($2::text IS NULL OR entry.kind::text = $2)
               AND ($3::timestamptz IS NULL OR entry.created_at >= $3) AND ($4::timestamptz IS NULL OR entry.created_at < $4)`;

type FilterValues = [AccountId, LedgerKind | null, Date | null, Date | null];
const valuesOf = (accountId: AccountId, { kind, since, before }: LedgerFilter): FilterValues => [accountId, kind, since, before];

const ENTRIES = `SELECT entry.seq, entry.kind, entry.amount_cents, entry.balance_after_cents, entry.order_id, entry.renewal_id,
          coalesce(of_order.number, of_renewal.number, credit_note.number) AS invoice_number, entry.payment_id, entry.note,
          entry.created_at
   FROM ledger_entries entry
   LEFT JOIN invoices of_order ON entry.kind = 'purchase' AND of_order.kind = 'invoice' AND of_order.order_id = entry.order_id
                              AND of_order.account_id = $1
   LEFT JOIN invoices of_renewal ON entry.kind = 'renewal' AND of_renewal.kind = 'invoice'
                                AND of_renewal.renewal_id = entry.renewal_id AND of_renewal.account_id = $1
   LEFT JOIN invoices credit_note ON entry.kind = 'refund' AND credit_note.account_id = $1 AND credit_note.ledger_seq = entry.seq`;

const pageStatement = statement<LedgerRow, [...FilterValues, number | null, number, number]>(
  'billing.ledger_page',
  `${ENTRIES}
   WHERE ${FOUND} AND ($5::int IS NULL OR entry.seq < $5)
   ORDER BY entry.seq DESC LIMIT $6 OFFSET $7`,
);

/**
 * Entries that the filter finds, newest first.
 * @param from `beneath` leaves out that entry and all newer ones; `offset` leaves out so many of the rest.
 */
export function ledgerPage(
  db: Queryable,
  accountId: AccountId,
  filter: LedgerFilter,
  { limit, offset = 0, beneath = null }: { limit: number; offset?: number; beneath?: number | null },
): Promise<LedgerRow[]> {
  return db.run(pageStatement, ...valuesOf(accountId, filter), beneath, limit, offset);
}

/** Entries in one part. */
const PART = 1_000;

/** All entries that the filter finds, newest first, one part in memory at a time. Entries made meanwhile are left out. */
export async function* ledgerInParts(db: Queryable, accountId: AccountId, filter: LedgerFilter): AsyncGenerator<LedgerRow[]> {
  for (let beneath: number | null = null; ; ) {
    const part: LedgerRow[] = await ledgerPage(db, accountId, filter, { limit: PART, beneath });
    const last = part.at(-1);
    if (!last) return;
    yield part;
    beneath = last.seq;
  }
}

/** What the entries found come to. `out_cents` is negative or 0. */
interface LedgerSums {
  entries: number;
  in_cents: Cents;
  out_cents: Cents;
}

const sumsStatement = statement<LedgerSums, FilterValues>(
  'billing.ledger_sums',
  `SELECT count(*)::int AS entries,
          coalesce(sum(entry.amount_cents) FILTER (WHERE entry.amount_cents > 0), 0)::bigint AS in_cents,
          coalesce(sum(entry.amount_cents) FILTER (WHERE entry.amount_cents < 0), 0)::bigint AS out_cents
   FROM ledger_entries entry WHERE ${FOUND}`,
);

/** How many entries the filter finds, and what came in and went out by them. */
export async function ledgerSums(db: Queryable, accountId: AccountId, filter: LedgerFilter): Promise<LedgerSums> {
  const [row] = await db.run(sumsStatement, ...valuesOf(accountId, filter));
  if (!row) throw new Error('an aggregate returned no row');
  return row;
}

const ofOrderStatement = statement<LedgerRow, [AccountId, OrderId]>(
  'billing.ledger_of_order',
  // Two indexes stand behind it: of the debits, and of everything else that names an order.
  `${ENTRIES}
   WHERE entry.account_id = $1
     AND ((entry.kind = 'purchase' AND entry.order_id = $2) OR (entry.kind <> 'purchase' AND entry.order_id = $2))
   ORDER BY entry.seq`,
);

/** The entries that name an order of the account, oldest first. */
export function ledgerOfOrder(db: Queryable, accountId: AccountId, orderId: OrderId): Promise<LedgerRow[]> {
  return db.run(ofOrderStatement, accountId, orderId);
}
