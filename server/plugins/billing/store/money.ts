/** The statements that move money, under the lock on the account's row. Money moves only here and in credits.ts. */
import type { LedgerKind } from '#prisma/generated/enums.ts';
import { type Queryable, type Statement, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId, RenewalId } from '#server/kernel/ids.ts';
import { type Cents, cents } from '#server/kernel/money.ts';
import type { BillingDetails } from './details.ts';

export const balanceStatement = statement<{ balance_cents: number }, [AccountId]>(
  'billing.balance',
  'SELECT balance_cents FROM billing_accounts WHERE account_id = $1',
);

/** The balance now; 0 for an account that never had money. */
export async function balance(db: Queryable, accountId: AccountId): Promise<Cents> {
  const [row] = await db.run(balanceStatement, accountId);
  return cents(row?.balance_cents ?? 0);
}

interface LockedRow {
  balance_cents: number;
  ledger_seq: number | null;
  invoice_seq: number;
  low_balance_cents: Cents | null;
  buyer: BillingDetails;
  seller: { vat_rate_bp: number };
}

export const lockStatement = statement<LockedRow, [AccountId]>(
  'billing.lock',
  `SELECT account.balance_cents, account.ledger_seq, account.invoice_seq, account.low_balance_cents,
          jsonb_build_object('legal_name', account.legal_name, 'address_lines', account.address_lines,
                             'country_code', account.country_code, 'vat_id', account.vat_id) AS buyer,
          to_jsonb(seller) - 'id' AS seller
   FROM billing_accounts account CROSS JOIN seller
   WHERE account.account_id = $1
   FOR UPDATE OF account`,
);

/** An account whose money nobody else can move until the transaction ends. */
export interface LockedAccount {
  readonly accountId: AccountId;
  readonly balanceCents: Cents;
  readonly ledgerSeq: number;
  readonly invoiceSeq: number;
  /** Below which its holder wants to be warned; null where he does not. */
  readonly lowBalanceCents: Cents | null;
  readonly buyer: LockedRow['buyer'];
  readonly seller: LockedRow['seller'];
}

/** Locks the account's money. Null where it never had any: then there is nothing to lock, and nothing to spend. */
export async function lock(tx: Transaction, accountId: AccountId): Promise<LockedAccount | null> {
  const [row] = await tx.run(lockStatement, accountId);
  return row
    ? {
        accountId,
        balanceCents: cents(row.balance_cents),
        ledgerSeq: row.ledger_seq ?? 0,
        invoiceSeq: row.invoice_seq,
        lowBalanceCents: row.low_balance_cents,
        buyer: row.buyer,
        seller: row.seller,
      }
    : null;
}

/** What the books say about a charge: whoever is charged gets an invoice of it. */
export interface ChargeRecord {
  totalCents: Cents;
  invoiceNumber: string;
  netCents: Cents;
  vatCents: Cents;
  vatRateBp: number;
  seller: object;
  buyer: object;
  lines: readonly object[];
}

type ChargeStatement<Cause> = Statement<
  object,
  [AccountId, number, number, Cents, Cause, number, string, Cents, number, Cents, string, string, string, Date]
>;

/** @param kind of the ledger entry. @param cause the column that names what was charged for. */
function chargeStatement<Cause>(kind: LedgerKind, cause: string): ChargeStatement<Cause> {
  return statement(
    `billing.${kind}`,
    `WITH entry AS (
     INSERT INTO ledger_entries (account_id, seq, previous_seq, kind, amount_cents, balance_before_cents,
                                 balance_after_cents, ${cause}, created_at)
     VALUES ($1, $2::int, nullif($2::int - 1, 0), '${kind}', -$4::bigint, $3::bigint, $3::bigint - $4::bigint, $5, $14)
   ), invoice AS (
     INSERT INTO invoices (account_id, seq, number, ${cause}, issued_at, net_cents, vat_rate_bp, vat_cents, gross_cents,
                           seller, buyer, lines)
     VALUES ($1, $6, $7, $5, $14, $8, $9, $10, $4, $11, $12, $13)
   )
   UPDATE billing_accounts SET balance_cents = $3::bigint - $4::bigint, ledger_seq = $2, invoice_seq = $6
   WHERE account_id = $1`,
  );
}

export const purchaseStatement = chargeStatement<OrderId>('purchase', 'order_id');
export const renewalStatement = chargeStatement<RenewalId>('renewal', 'renewal_id');

/** Debits a locked account and issues the invoice. @param causeId of the order or renewal that `charge` is for. */
export async function recordCharge<Cause extends OrderId | RenewalId>(
  tx: Transaction,
  charge: ChargeStatement<Cause>,
  causeId: Cause,
  account: LockedAccount,
  record: ChargeRecord,
  at: Date,
): Promise<void> {
  await tx.run(
    charge,
    account.accountId,
    account.ledgerSeq + 1,
    account.balanceCents,
    record.totalCents,
    causeId,
    account.invoiceSeq + 1,
    record.invoiceNumber,
    record.netCents,
    record.vatRateBp,
    record.vatCents,
    JSON.stringify(record.seller),
    JSON.stringify(record.buyer),
    JSON.stringify(record.lines),
    at,
  );
}

const invoiceStatement = statement<
  object,
  [AccountId, number, string, OrderId, Cents, number, Cents, Cents, string, string, string]
>(
  'billing.invoice',
  `WITH invoice AS (
     INSERT INTO invoices (account_id, seq, number, order_id, issued_at, net_cents, vat_rate_bp, vat_cents, gross_cents,
                           seller, buyer, lines)
     VALUES ($1, $2, $3, $4, clock_timestamp(), $5, $6, $7, $8, $9, $10, $11)
   )
   UPDATE billing_accounts SET invoice_seq = $2 WHERE account_id = $1`,
);

/** Issues the invoice of an order that was debited before. @returns the account as that leaves it. */
export async function recordInvoice(
  tx: Transaction,
  account: LockedAccount,
  orderId: OrderId,
  record: ChargeRecord,
): Promise<LockedAccount> {
  const invoiceSeq = account.invoiceSeq + 1;
  await tx.run(
    invoiceStatement,
    account.accountId,
    invoiceSeq,
    record.invoiceNumber,
    orderId,
    record.netCents,
    record.vatRateBp,
    record.vatCents,
    record.totalCents,
    JSON.stringify(record.seller),
    JSON.stringify(record.buyer),
    JSON.stringify(record.lines),
  );
  return { ...account, invoiceSeq };
}

const openStatement = statement<object, [AccountId]>(
  'billing.open',
  'INSERT INTO billing_accounts (account_id) VALUES ($1) ON CONFLICT DO NOTHING',
);

/** Makes sure that the account has a row to lock. */
export async function openAccount(tx: Transaction, accountId: AccountId): Promise<void> {
  await tx.run(openStatement, accountId);
}

const openWithStatement = statement<object, [readonly AccountId[], Cents, string]>(
  'billing.open_with',
  `WITH opened AS (
     SELECT unnest($1::int[]) AS account_id
   ), entry AS (
     INSERT INTO ledger_entries (account_id, seq, kind, amount_cents, balance_before_cents, balance_after_cents, note)
     SELECT account_id, 1, 'credit', $2::bigint, 0, $2::bigint, $3 FROM opened WHERE $2::bigint > 0
   )
   INSERT INTO billing_accounts (account_id, balance_cents, ledger_seq)
   SELECT account_id, $2::bigint, CASE WHEN $2::bigint > 0 THEN 1 END FROM opened`,
);

/** Opens the books of new accounts, each with the same first credit; none where `amount` is 0. */
export async function openWith(tx: Transaction, accountIds: readonly AccountId[], amount: Cents, note: string): Promise<void> {
  await tx.run(openWithStatement, accountIds, amount, note);
}

const entryStatement = statement<
  object,
  [AccountId, number, LedgerKind, Cents, Cents, string | null, string | null, OrderId | null]
>(
  'billing.entry',
  `WITH entry AS (
     INSERT INTO ledger_entries (account_id, seq, previous_seq, kind, amount_cents, balance_before_cents, balance_after_cents, note,
                                 payment_id, order_id)
     VALUES ($1, $2::int, nullif($2::int - 1, 0), $3, $4::bigint, $5::bigint, $5::bigint + $4::bigint, $6, $7, $8)
   )
   UPDATE billing_accounts SET balance_cents = $5::bigint + $4::bigint, ledger_seq = $2 WHERE account_id = $1`,
);

/** Adds an entry to a locked account's ledger; `amount` is signed. @returns the account as the entry leaves it. */
export async function recordEntry(
  tx: Transaction,
  account: LockedAccount,
  entry: { kind: LedgerKind; amount: Cents; note?: string; paymentId?: string; orderId?: OrderId },
): Promise<LockedAccount> {
  await tx.run(
    entryStatement,
    account.accountId,
    account.ledgerSeq + 1,
    entry.kind,
    entry.amount,
    account.balanceCents,
    entry.note ?? null,
    entry.paymentId ?? null,
    entry.orderId ?? null,
  );
  return { ...account, ledgerSeq: account.ledgerSeq + 1, balanceCents: cents(account.balanceCents + entry.amount) };
}
