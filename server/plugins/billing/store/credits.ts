/** The statements that credit an invoice, and move the money that comes back, under the lock on the account's row. */
import type { InvoiceKind } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { LockedAccount } from './money.ts';

const ownerStatement = statement<{ account_id: AccountId }, [string]>(
  'billing.invoice_owner',
  'SELECT account_id FROM invoices WHERE number = $1',
);

/** Whose invoice this is; null where no invoice has the number. For support, which knows the number alone. */
export async function ownerOfInvoice(db: Queryable, number: string): Promise<AccountId | null> {
  const [row] = await db.run(ownerStatement, number);
  return row?.account_id ?? null;
}

/** An invoice, and what credit notes have given back of it. The lines are yet to be parsed. */
export interface CreditableRow {
  seq: number;
  kind: InvoiceKind;
  vat_rate_bp: number;
  net_cents: Cents;
  gross_cents: Cents;
  lines: unknown;
  credited_net_cents: Cents;
  credited_gross_cents: Cents;
}

const creditableStatement = statement<CreditableRow, [AccountId, string]>(
  'billing.creditable',
  `SELECT invoice.seq, invoice.kind, invoice.vat_rate_bp, invoice.net_cents, invoice.gross_cents, invoice.lines,
          coalesce(sum(note.net_cents), 0)::bigint AS credited_net_cents,
          coalesce(sum(note.gross_cents), 0)::bigint AS credited_gross_cents
   FROM invoices invoice LEFT JOIN invoices note ON note.account_id = $1 AND note.corrects_seq = invoice.seq
   WHERE invoice.account_id = $1 AND invoice.number = $2
   GROUP BY invoice.account_id, invoice.seq`,
);

/** What is to be known of an invoice before it is credited; null where the locked account has none under the number. */
export async function creditable(tx: Transaction, { accountId }: LockedAccount, number: string): Promise<CreditableRow | null> {
  const [row] = await tx.run(creditableStatement, accountId, number);
  return row ?? null;
}

/** What a credit note writes into the books. */
export interface CreditRecord {
  /** `seq` of the invoice that it corrects. */
  correctsSeq: number;
  number: string;
  netCents: Cents;
  vatCents: Cents;
  grossCents: Cents;
  reason: string;
  lines: readonly object[];
}

const creditStatement = statement<
  object,
  [AccountId, number, Cents, Cents, number, string, Cents, Cents, string, string, number]
>(
  'billing.credit',
  `WITH moment AS (
     SELECT clock_timestamp() AS at
   ), entry AS (
     INSERT INTO ledger_entries (account_id, seq, previous_seq, kind, amount_cents, balance_before_cents,
                                 balance_after_cents, order_id, renewal_id, note, created_at)
     SELECT $1, $2::int, $2::int - 1, 'refund', $4::bigint, $3::bigint, $3::bigint + $4::bigint, order_id, renewal_id, $9, at
     FROM invoices, moment WHERE account_id = $1 AND seq = $11
   ), note AS (
     INSERT INTO invoices (account_id, seq, number, kind, order_id, renewal_id, issued_at, net_cents, vat_rate_bp, vat_cents,
                           gross_cents, seller, buyer, lines, corrects_seq, ledger_seq, reason)
     SELECT $1, $5::int, $6, 'credit_note', order_id, renewal_id, at, $7::bigint, vat_rate_bp, $8::bigint, $4::bigint,
            seller, buyer, $10::jsonb, seq, $2::int, $9
     FROM invoices, moment WHERE account_id = $1 AND seq = $11
   )
   UPDATE billing_accounts SET balance_cents = $3::bigint + $4::bigint, ledger_seq = $2, invoice_seq = $5
   WHERE account_id = $1`,
);

/** Gives money back to a locked account, with the credit note for it: parties and VAT rate are those of the invoice. */
export async function recordCredit(tx: Transaction, account: LockedAccount, record: CreditRecord): Promise<void> {
  await tx.run(
    creditStatement,
    account.accountId,
    account.ledgerSeq + 1,
    account.balanceCents,
    record.grossCents,
    account.invoiceSeq + 1,
    record.number,
    record.netCents,
    record.vatCents,
    record.reason,
    JSON.stringify(record.lines),
    record.correctsSeq,
  );
}
