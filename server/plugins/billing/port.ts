/** What other plugins may ask of billing. */
import type { Database, Transaction } from '#server/kernel/database.ts';
import { publicError } from '#server/kernel/errors.ts';
import type { AccountId, OrderId, RenewalId } from '#server/kernel/ids.ts';
import { type Cents, cents, toEuros } from '#server/kernel/money.ts';
import { ledgerCsvHead, ledgerCsvLine } from './adapters/ledger-csv.ts';
import { billingErrors } from './errors.ts';
import { type InvoiceLine, invoiceNumber, periodOfDays, splitVat } from './rules.ts';
import type { LedgerFilterInput } from './schema.ts';
import { type LedgerRow, ledgerPage } from './store/ledger.ts';
import * as store from './store/money.ts';

export { balance, type LockedAccount, lock, openWith, seller, setSeller } from './store/money.ts';

/** The refusal of an order that costs more than the balance (specification section 7). */
export function insufficientBalance(balanceCents: Cents, requiredCents: Cents): Error {
  return publicError(billingErrors, 'insufficient_balance', { balance: toEuros(balanceCents), required: toEuros(requiredCents) });
}

/** What an account is charged for. */
interface Charge {
  readonly totalCents: Cents;
  readonly lines: readonly InvoiceLine[];
  readonly buyerEmail: string;
  readonly at: Date;
}

/**
 * Debits a locked account for an order and issues the invoice, in the caller's transaction. The next number of the account's series
 * is free of gaps because the lock is held until the transaction ends.
 * @returns the balance after it, in cents.
 */
export async function chargeOrder(
  tx: Transaction,
  account: store.LockedAccount,
  order: Charge & { readonly orderId: OrderId },
): Promise<Cents> {
  await store.recordCharge(tx, store.purchaseStatement, order.orderId, account, recordOf(account, order), order.at);
  return cents(account.balanceCents - order.totalCents);
}

/** Debits a locked account for a renewal, likewise. @returns the balance after it in cents, and the number of the invoice. */
export async function chargeRenewal(
  tx: Transaction,
  account: store.LockedAccount,
  renewal: Charge & { readonly renewalId: RenewalId },
): Promise<{ balanceCents: Cents; invoiceNumber: string }> {
  const record = recordOf(account, renewal);
  await store.recordCharge(tx, store.renewalStatement, renewal.renewalId, account, record, renewal.at);
  return { balanceCents: cents(account.balanceCents - renewal.totalCents), invoiceNumber: record.invoiceNumber };
}

function recordOf(account: store.LockedAccount, { totalCents, lines, buyerEmail }: Charge): store.ChargeRecord {
  const vatRateBp = account.seller.vat_rate_bp;
  return {
    totalCents,
    invoiceNumber: invoiceNumber(account.accountId, account.invoiceSeq + 1),
    ...splitVat(totalCents, vatRateBp),
    vatRateBp,
    seller: account.seller,
    buyer: { email: buyerEmail, ...account.buyer },
    lines,
  };
}

/**
 * Moves an account's balance by support's hand: a credit where `amount` is positive, a debit where it is negative.
 * @returns the balance after it, in cents.
 * @throws insufficient_balance where a debit exceeds the balance.
 */
export async function adjustBalance(db: Database, accountId: AccountId, amount: Cents, note: string): Promise<Cents> {
  return db.transaction(async (tx) => {
    await store.openAccount(tx, accountId);
    const account = await store.lock(tx, accountId);
    if (!account) throw new Error('the account just opened is not there');
    const after = cents(account.balanceCents + amount);
    if (after < 0) throw insufficientBalance(account.balanceCents, cents(-amount));
    if (amount !== 0) await store.recordEntry(tx, account, { kind: amount > 0 ? 'credit' : 'debit', amount, note });
    return after;
  });
}

/** Entries read at a time for a file. */
const CSV_CHUNK = 1_000;

/**
 * The entries of an account's ledger that a filter finds, newest first, as the pieces of a CSV file. However long the ledger is, one piece
 * is in memory at a time. Entries made meanwhile are left out.
 */
export async function* ledgerCsv(db: Database, accountId: AccountId, filter: LedgerFilterInput): AsyncGenerator<string> {
  const found = { kind: filter.kind ?? null, ...periodOfDays(filter.from, filter.to) };
  yield ledgerCsvHead;
  let beneath: number | null = null;
  for (;;) {
    const rows: LedgerRow[] = await ledgerPage(db, accountId, found, { limit: CSV_CHUNK, beneath });
    if (rows.length > 0) yield rows.map(ledgerCsvLine).join('');
    const last = rows.at(-1);
    if (!last || rows.length < CSV_CHUNK) return;
    beneath = last.seq;
  }
}
