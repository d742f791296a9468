/** What other plugins may ask of billing. */
import type { Database, Transaction } from '#server/kernel/database.ts';
import { publicError } from '#server/kernel/errors.ts';
import type { AccountId, OrderId, RenewalId } from '#server/kernel/ids.ts';
import { type Cents, cents, toEuros } from '#server/kernel/money.ts';
import { periodOfDays } from '#server/kernel/period.ts';
import { exists, recipient } from '../accounts/port.ts';
import { enqueue } from '../mail/port.ts';
import { ledgerCsvHead, ledgerCsvLine } from './adapters/ledger-csv.ts';
import { billingErrors } from './errors.ts';
import { lowBalanceMail } from './mails.ts';
import { creditLines, type InvoiceLine, invoiceNumber, splitCredit, splitVat } from './rules.ts';
import { frozenLinesSchema, type LedgerFilterInput } from './schema.ts';
import { creditable, recordCredit } from './store/credits.ts';
import { ledgerInParts } from './store/ledger.ts';
import * as store from './store/money.ts';

export { ownerOfInvoice } from './store/credits.ts';
export { buyer } from './store/details.ts';
export { ledgerOfOrder, ledgerPage, ledgerSums } from './store/ledger.ts';
export { balance, type LockedAccount, lock, openAccount, openWith } from './store/money.ts';
export { salesByDay } from './store/sales.ts';
export { seller, setSeller } from './store/seller.ts';

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
  const balanceCents = cents(account.balanceCents - renewal.totalCents);
  await warnIfLow(tx, account, balanceCents);
  return { balanceCents, invoiceNumber: record.invoiceNumber };
}

/**
 * Debits a locked account for an order whose proxies are yet to come, in the caller's transaction; `invoiceOrder` or `refundOrder` follows.
 * @returns the account as that leaves it.
 */
export function debitOrder(
  tx: Transaction,
  account: store.LockedAccount,
  order: { orderId: OrderId; totalCents: Cents },
): Promise<store.LockedAccount> {
  return store.recordEntry(tx, account, { kind: 'purchase', amount: cents(-order.totalCents), orderId: order.orderId });
}

/** What the invoice of an order that was debited before says. */
interface DebitedOrder {
  readonly orderId: OrderId;
  readonly totalCents: Cents;
  readonly lines: readonly InvoiceLine[];
  readonly buyerEmail: string;
}

/** Issues the invoice of an order that `debitOrder` debited, on a locked account. @returns the account as that leaves it. */
export function invoiceOrder(tx: Transaction, account: store.LockedAccount, order: DebitedOrder): Promise<store.LockedAccount> {
  return store.recordInvoice(tx, account, order.orderId, recordOf(account, order));
}

/**
 * Gives an order back that `debitOrder` debited and that was never delivered, on a locked account: its invoice, and the credit note that takes
 * all of it back, in one.
 * @param reason 1 to 200 characters, printed on the credit note.
 * @returns the number of the credit note, and the balance after it in cents.
 */
export async function refundOrder(
  tx: Transaction,
  account: store.LockedAccount,
  order: DebitedOrder,
  reason: string,
): Promise<{ creditNote: string; balanceCents: Cents }> {
  const invoiced = await invoiceOrder(tx, account, order);
  const number = invoiceNumber(invoiced.accountId, invoiced.invoiceSeq);
  const credit = await creditInvoice(tx, invoiced, { number, amountCents: null, reason });
  if (credit.outcome !== 'credited') throw new Error(`the invoice just issued could not be credited: ${credit.outcome}`);
  return { creditNote: credit.number, balanceCents: credit.balanceCents };
}

function recordOf(account: store.LockedAccount, { totalCents, lines, buyerEmail }: Omit<Charge, 'at'>): store.ChargeRecord {
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
 * Tells the holder of a locked account by mail where debits have taken its balance from the amount that he chose, or more, to less: once
 * for each such fall, since the lock lets nobody see the same fall twice. Sends nothing to the database where there is none to tell of.
 * Call it behind the debits of a transaction, and not while an `attempt` is under way.
 * @param balanceCents what the debits left.
 */
export async function warnIfLow(tx: Transaction, account: store.LockedAccount, balanceCents: Cents): Promise<void> {
  const below = account.lowBalanceCents;
  if (below === null || account.balanceCents < below || balanceCents >= below) return;
  const { email, language } = await recipient(tx, account.accountId);
  await enqueue(tx, { to: email, ...lowBalanceMail(language, { balance: balanceCents, below }) });
}

/**
 * Moves an account's balance in a transaction of its own: a credit where `amount` is positive, a debit where it is negative. For tests, whose
 * accounts need money without a payment; the desk moves it in its own transaction, with an entry in the audit.
 * @returns the balance after it, in cents.
 * @throws insufficient_balance where a debit exceeds the balance; Error where the account was deleted, so that nobody could spend it.
 */
export async function adjustBalance(db: Database, accountId: AccountId, amount: Cents, note: string): Promise<Cents> {
  return db.transaction(async (tx) => {
    await store.openAccount(tx, accountId);
    const account = await store.lock(tx, accountId);
    if (!account) throw new Error('the account just opened is not there');
    if (!(await exists(tx, accountId))) throw new Error('the account was deleted');
    return (await adjustLocked(tx, account, amount, note)).balanceCents;
  });
}

/**
 * Moves the balance of a locked account by support's hand, in the caller's transaction: a credit where `amount` is positive, a debit where it
 * is negative.
 * @param note that the customer reads in the ledger; null for none.
 * @returns the account as the entry leaves it.
 * @throws insufficient_balance
 */
export async function adjustLocked(
  tx: Transaction,
  account: store.LockedAccount,
  amount: Cents,
  note: string | null,
): Promise<store.LockedAccount> {
  const afterCents = cents(account.balanceCents + amount);
  if (amount < 0 && afterCents < 0) throw insufficientBalance(account.balanceCents, cents(-amount));
  if (amount === 0) return account;
  const kind = amount > 0 ? 'credit' : 'debit';
  const after = await store.recordEntry(tx, account, { kind, amount, ...(note === null ? {} : { note }) });
  await warnIfLow(tx, account, after.balanceCents);
  return after;
}

/** What a payment does to the balance. */
export interface PaymentMovement {
  readonly kind: 'top_up' | 'top_up_refund' | 'top_up_refund_failed' | 'chargeback' | 'chargeback_reversed';
  /** Signed. A refund or a chargeback may exceed the balance, which is then negative. */
  readonly amount: Cents;
}

/** Writes what a payment did into a locked account's ledger, in the caller's transaction. */
export async function movePayment(
  tx: Transaction,
  locked: store.LockedAccount,
  paymentId: string,
  movements: readonly PaymentMovement[],
): Promise<void> {
  let account = locked;
  for (const { kind, amount } of movements) account = await store.recordEntry(tx, account, { kind, amount, paymentId });
  await warnIfLow(tx, locked, account.balanceCents);
}

/** What became of a credit. Amounts in cents; `leftCents` is what further credit notes on the invoice can give back. */
export type CreditOutcome =
  | {
      readonly outcome: 'credited';
      readonly number: string;
      readonly amountCents: Cents;
      readonly leftCents: Cents;
      readonly balanceCents: Cents;
    }
  | { readonly outcome: 'no_invoice' }
  | { readonly outcome: 'is_credit_note' }
  | { readonly outcome: 'account_deleted' }
  | { readonly outcome: 'exceeds'; readonly leftCents: Cents };

/**
 * Credits an invoice of a locked account, in the caller's transaction: the amount goes back to the balance, and a credit note in the series
 * of the invoices says so. It changes neither the order nor its proxies.
 * @param credit.amountCents positive, VAT included; null gives back all that is left of the invoice. `reason` (1 to 200 characters) is
 * printed on the credit note.
 * @returns why nothing was done, or what was.
 */
export async function creditInvoice(
  tx: Transaction,
  account: store.LockedAccount,
  credit: { number: string; amountCents: Cents | null; reason: string },
): Promise<CreditOutcome> {
  const row = await creditable(tx, account, credit.number);
  if (!row) return { outcome: 'no_invoice' };
  if (row.kind === 'credit_note') return { outcome: 'is_credit_note' };
  if (!(await exists(tx, account.accountId))) return { outcome: 'account_deleted' };
  const leftCents = cents(row.gross_cents - row.credited_gross_cents);
  const amountCents = credit.amountCents ?? leftCents;
  if (amountCents <= 0 || amountCents > leftCents) return { outcome: 'exceeds', leftCents };

  const invoice = {
    number: credit.number,
    grossCents: row.gross_cents,
    netCents: row.net_cents,
    vatRateBp: row.vat_rate_bp,
    creditedGrossCents: row.credited_gross_cents,
    creditedNetCents: row.credited_net_cents,
    lines: frozenLinesSchema.parse(row.lines),
  };
  const number = invoiceNumber(account.accountId, account.invoiceSeq + 1);
  await recordCredit(tx, account, {
    correctsSeq: row.seq,
    number,
    ...splitCredit(invoice, amountCents),
    grossCents: amountCents,
    reason: credit.reason,
    lines: creditLines(invoice, amountCents),
  });
  return {
    outcome: 'credited',
    number,
    amountCents,
    leftCents: cents(leftCents - amountCents),
    balanceCents: cents(account.balanceCents + amountCents),
  };
}

/**
 * The entries of an account's ledger that a filter finds, newest first, as the pieces of a CSV file. However long the ledger is, one piece
 * is in memory at a time. Entries made meanwhile are left out.
 */
export async function* ledgerCsv(db: Database, accountId: AccountId, filter: LedgerFilterInput): AsyncGenerator<string> {
  const found = { kind: filter.kind ?? null, ...periodOfDays(filter.from, filter.to) };
  yield ledgerCsvHead;
  for await (const entries of ledgerInParts(db, accountId, found)) yield entries.map(ledgerCsvLine).join('');
}
