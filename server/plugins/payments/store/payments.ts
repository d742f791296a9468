/** Payments as the site has them: begun, looked at, settled. What a page asks for takes the account first. */
import type { DisputeState, PaymentState } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { Settlement } from '../rules.ts';

/** A payment as it is read. */
export interface PaymentRow {
  id: string;
  account_id: AccountId;
  provider: string;
  reference: string | null;
  intent: string | null;
  checkout_url: string | null;
  amount_cents: Cents;
  state: PaymentState;
  credited_cents: Cents;
  refunded_cents: Cents;
  charged_back_cents: Cents;
  dispute: DisputeState | null;
  closed_at: Date | null;
  created_at: Date;
  paid_at: Date | null;
  looked_at: Date | null;
}

const COLUMNS = `id, account_id, provider, reference, intent, checkout_url, amount_cents, state, credited_cents, refunded_cents,
                 charged_back_cents, dispute, closed_at, created_at, paid_at, looked_at`;

const beginStatement = statement<PaymentRow, [string, AccountId, string, string, Cents, number]>(
  'payments.begin',
  // Asked about soon, so that one whose checkout never opened is cleared away.
  `INSERT INTO payments (id, account_id, attempt_key, provider, amount_cents, next_look_at)
   VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
   ON CONFLICT (account_id, attempt_key) DO UPDATE SET attempt_key = excluded.attempt_key
   RETURNING ${COLUMNS}`,
);

/** A payment to be begun. */
export interface NewPayment {
  readonly id: string;
  readonly accountId: AccountId;
  readonly key: string;
  readonly provider: string;
  readonly amountCents: Cents;
  readonly lookAfterSeconds: number;
}

/** Begins a payment, or finds the one that was begun under the key. */
export async function begin(tx: Transaction, payment: NewPayment): Promise<PaymentRow> {
  const { id, accountId, key, provider, amountCents, lookAfterSeconds } = payment;
  const [row] = await tx.run(beginStatement, id, accountId, key, provider, amountCents, lookAfterSeconds);
  if (!row) throw new Error('an insert returned no row');
  return row;
}

const recentStatement = statement<{ begun: number }, [AccountId, string]>(
  'payments.begun_within_the_hour',
  `SELECT count(*)::int AS begun FROM payments
   WHERE account_id = $1 AND attempt_key <> $2 AND created_at > now() - interval '1 hour'`,
);

/** Payments that the account began within the last hour under other keys. */
export async function begunWithinTheHour(tx: Transaction, accountId: AccountId, key: string): Promise<number> {
  const [row] = await tx.run(recentStatement, accountId, key);
  return row?.begun ?? 0;
}

const openedStatement = statement<{ checkout_url: string }, [string, string, string]>(
  'payments.opened',
  `UPDATE payments SET reference = coalesce(reference, $2), checkout_url = coalesce(checkout_url, $3)
   WHERE id = $1 AND state = 'created' RETURNING checkout_url`,
);

/** Notes the checkout that the provider opened. @returns its address; null where the payment is over meanwhile. */
export async function opened(db: Queryable, id: string, reference: string, url: string): Promise<string | null> {
  const [row] = await db.run(openedStatement, id, reference, url);
  return row?.checkout_url ?? null;
}

const oneStatement = statement<PaymentRow & { receipt_seq: number | null }, [AccountId, string]>(
  'payments.one',
  `SELECT ${COLUMNS}, (SELECT seq FROM ledger_entries entry WHERE entry.payment_id = payments.id AND entry.kind = 'top_up') AS receipt_seq
   FROM payments WHERE account_id = $1 AND id = $2`,
);

/** A payment of the account's own, with the place of its credit in the ledger; null where it has none under the id. */
export async function one(db: Queryable, accountId: AccountId, id: string) {
  const [row] = await db.run(oneStatement, accountId, id);
  return row ?? null;
}

const pageStatement = statement<PaymentRow & { receipt_seq: number | null; total: number }, [AccountId, number, number]>(
  'payments.page',
  `SELECT ${COLUMNS}, (SELECT seq FROM ledger_entries entry WHERE entry.payment_id = payments.id AND entry.kind = 'top_up') AS receipt_seq,
          count(*) OVER ()::int AS total
   FROM payments WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`,
);

/** The account's payments, newest first, each with how many there are in all. */
export function page(db: Queryable, accountId: AccountId, limit: number, offset: number) {
  return db.run(pageStatement, accountId, limit, offset);
}

const byReferenceStatement = statement<{ id: string }, [string, string]>(
  'payments.by_reference',
  'SELECT id FROM payments WHERE provider = $1 AND reference = $2',
);

/** The payment behind a provider's checkout, whosever it is. */
export async function idByReference(db: Queryable, provider: string, reference: string): Promise<string | null> {
  const [row] = await db.run(byReferenceStatement, provider, reference);
  return row?.id ?? null;
}

/** A payment before a look, and the messages about it that the look will have taken in. */
export interface Before extends PaymentRow {
  version: number;
  waiting: string[];
}

const beforeStatement = statement<Before, [string]>(
  'payments.before_look',
  `SELECT ${COLUMNS}, version,
          ARRAY(SELECT event.id FROM payment_events event WHERE event.payment_id = payments.id AND event.processed_at IS NULL) AS waiting
   FROM payments WHERE id = $1`,
);

export async function before(db: Queryable, id: string): Promise<Before | null> {
  const [row] = await db.run(beforeStatement, id);
  return row ?? null;
}

const lockStatement = statement<{ version: number; age_seconds: number }, [string]>(
  'payments.lock',
  'SELECT version, extract(epoch FROM now() - created_at)::float8 AS age_seconds FROM payments WHERE id = $1 FOR UPDATE',
);

/** Locks a payment; the account's money is locked already. */
export async function lock(tx: Transaction, id: string): Promise<{ version: number; age_seconds: number }> {
  const [row] = await tx.run(lockStatement, id);
  if (!row) throw new Error('a payment is gone');
  return row;
}

const settleStatement = statement<
  object,
  [string, PaymentState, string | null, string | null, Cents, Cents, Cents, DisputeState | null, number | null, string, string[]]
>(
  'payments.settle',
  `WITH event AS (
     UPDATE payment_events SET processed_at = now() WHERE provider = $10 AND id = ANY ($11) AND processed_at IS NULL
   )
   UPDATE payments SET state = $2, held_because = $3, intent = coalesce($4, intent), credited_cents = $5, refunded_cents = $6,
          charged_back_cents = $7, dispute = $8, version = version + 1, looked_at = now(),
          next_look_at = now() + make_interval(secs => $9),
          paid_at = CASE WHEN $2 = 'paid'::"PaymentState" THEN coalesce(paid_at, now()) END
   WHERE id = $1`,
);

/** Writes how a locked payment stands now, and that the messages that led here are done with. */
export async function settle(
  tx: Transaction,
  { id, provider, waiting }: Before,
  settlement: Settlement & { intent: string | null; nextLookSeconds: number | null },
): Promise<void> {
  const { state, heldBecause, intent, creditedCents, refundedCents, chargedBackCents, dispute, nextLookSeconds } = settlement;
  await tx.run(
    settleStatement,
    id,
    state,
    heldBecause,
    intent,
    creditedCents,
    refundedCents,
    chargedBackCents,
    dispute,
    nextLookSeconds,
    provider,
    waiting,
  );
}

const dueStatement = statement<{ id: string }, [readonly string[], number, number]>(
  'payments.due',
  `UPDATE payments SET next_look_at = now() + make_interval(secs => $3)
   WHERE id IN (SELECT id FROM payments WHERE next_look_at <= now() AND provider = ANY ($1)
                ORDER BY next_look_at LIMIT $2 FOR UPDATE SKIP LOCKED)
   RETURNING id`,
);

/** Takes payments whose look is due, for `seconds` in which no other process takes them. */
export async function takeDue(db: Queryable, providers: readonly string[], limit: number, seconds: number): Promise<string[]> {
  return (await db.run(dueStatement, providers, limit, seconds)).map((row) => row.id);
}

const abandonStatement = statement<object, [string]>(
  'payments.abandon',
  `UPDATE payments SET state = 'expired', next_look_at = NULL WHERE id = $1 AND state = 'created' AND reference IS NULL`,
);

/** Ends a payment whose checkout was never opened to anybody. */
export async function abandon(db: Queryable, id: string): Promise<void> {
  await db.run(abandonStatement, id);
}

const underWayStatement = statement<{ amount_cents: Cents }, [AccountId]>(
  'payments.under_way',
  `SELECT coalesce(sum(amount_cents), 0)::bigint AS amount_cents FROM payments
   WHERE account_id = $1 AND state IN ('created', 'processing', 'held') AND closed_at IS NULL`,
);

/** What the account has paid, may have paid or may still pay, without a credit so far. */
export async function underWay(db: Queryable, accountId: AccountId): Promise<Cents> {
  const [row] = await db.run(underWayStatement, accountId);
  if (!row) throw new Error('an aggregate returned no row');
  return row.amount_cents;
}

const allStatement = statement<object, [AccountId]>(
  'payments.all',
  `SELECT id, provider, reference, intent, amount_cents, state, credited_cents, refunded_cents, charged_back_cents, dispute, created_at, paid_at
   FROM payments WHERE account_id = $1 ORDER BY created_at, id`,
);

/** Every payment of the account, oldest first. */
export function all(db: Queryable, accountId: AccountId): Promise<object[]> {
  return db.run(allStatement, accountId);
}
