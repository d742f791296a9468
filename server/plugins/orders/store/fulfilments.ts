/** Orders whose delivery takes longer than the transaction that debits them: the lease on each, its end, and its timeline. */
import type { Country, OrderStatus } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';

/** For how long a lease lasts and suppliers are asked, in seconds. */
export interface Spans {
  leaseSeconds: number;
  giveUpSeconds: number;
}

const beginStatement = statement<object, [OrderId, string, string, number, number]>(
  'orders.begin',
  `WITH begun AS (
     UPDATE orders SET status = 'processing' WHERE id = $1
   )
   INSERT INTO fulfilments (order_id, line_text, buyer_email, lease_until, give_up_at)
   VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4), clock_timestamp() + make_interval(secs => $5))`,
);

/** Makes an order just written one that is under way, its first run being the caller's. */
export async function begin(
  tx: Transaction,
  order: Spans & { orderId: OrderId; lineText: string; buyerEmail: string },
): Promise<void> {
  await tx.run(beginStatement, order.orderId, order.lineText, order.buyerEmail, order.leaseSeconds, order.giveUpSeconds);
}

const keepStatement = statement<{ over: boolean }, [OrderId, number, number]>(
  'orders.keep_lease',
  `UPDATE fulfilments SET lease_until = clock_timestamp() + make_interval(secs => $3)
   WHERE order_id = $1 AND run = $2 AND ended_at IS NULL
   RETURNING give_up_at <= clock_timestamp() AS over`,
);

/** Prolongs the lease of a run. @returns whether suppliers are not to be asked any more; null where the run is another's by now. */
export async function keepLease(db: Queryable, orderId: OrderId, run: number, leaseSeconds: number): Promise<boolean | null> {
  return (await db.run(keepStatement, orderId, run, leaseSeconds))[0]?.over ?? null;
}

const claimOverdueStatement = statement<{ order_id: OrderId; run: number }, [number, number, number]>(
  'orders.claim_overdue',
  `UPDATE fulfilments
   SET run = run + 1, lease_until = clock_timestamp() + make_interval(secs => $1),
       give_up_at = greatest(give_up_at, clock_timestamp() + make_interval(secs => $3))
   WHERE order_id IN (
     SELECT order_id FROM fulfilments JOIN orders ON orders.id = order_id
     WHERE ended_at IS NULL AND (status = 'processing' OR delivering_reason IS NOT NULL) AND lease_until < clock_timestamp()
     ORDER BY lease_until LIMIT $2 FOR UPDATE OF fulfilments, orders SKIP LOCKED)
   RETURNING order_id, run`,
);

/**
 * Takes over orders under way, and those that support decided to deliver, that nobody works on any more. However long that was, there is time to
 * ask their suppliers once more.
 */
export function claimOverdue(db: Queryable, { leaseSeconds, giveUpSeconds }: Spans, limit: number) {
  return db.run(claimOverdueStatement, leaseSeconds, limit, giveUpSeconds);
}

const claimFailedStatement = statement<{ run: number }, [OrderId, number, number]>(
  'orders.claim_failed',
  `UPDATE fulfilments
   SET run = run + 1, lease_until = clock_timestamp() + make_interval(secs => $2),
       give_up_at = clock_timestamp() + make_interval(secs => $3)
   FROM orders
   WHERE order_id = $1 AND orders.id = order_id AND status = 'failed' AND ended_at IS NULL AND lease_until < clock_timestamp()
     AND delivering_reason IS NULL
   RETURNING run`,
);

/** Takes a failed order to settle it. @returns the run; null where it is not failed, or somebody settles it: what was begun comes to its end. */
export async function claimFailed(tx: Transaction, orderId: OrderId, spans: Spans): Promise<number | null> {
  return (await tx.run(claimFailedStatement, orderId, spans.leaseSeconds, spans.giveUpSeconds))[0]?.run ?? null;
}

const claimDecidedStatement = statement<{ run: number }, [OrderId, number, number]>(
  'orders.claim_decided',
  `UPDATE fulfilments
   SET run = run + 1, lease_until = clock_timestamp() + make_interval(secs => $2),
       give_up_at = clock_timestamp() + make_interval(secs => $3)
   WHERE order_id = $1 AND delivering_reason IS NOT NULL AND ended_at IS NULL AND lease_until < clock_timestamp()
   RETURNING run`,
);

/** Takes over a delivery that support decided and that nobody works on any more. @returns the run; null where there is none such. */
export async function claimDecided(db: Queryable, orderId: OrderId, spans: Spans): Promise<number | null> {
  return (await db.run(claimDecidedStatement, orderId, spans.leaseSeconds, spans.giveUpSeconds))[0]?.run ?? null;
}

const decideStatement = statement<object, [OrderId, string, AccountId | null]>(
  'orders.decide',
  'UPDATE fulfilments SET delivering_reason = $2, delivering_by = $3 WHERE order_id = $1',
);

/** Writes down who has a claimed order delivered, and why, until that has ended: whoever goes on with it knows. */
export async function decide(tx: Transaction, orderId: OrderId, reason: string, by: AccountId | null): Promise<void> {
  await tx.run(decideStatement, orderId, reason, by);
}

const boughtAnewStatement = statement<object, [OrderId, number]>(
  'orders.bought_anew',
  'UPDATE fulfilments SET delivering_faults = $2 WHERE order_id = $1 AND delivering_reason IS NOT NULL',
);

/** Writes down that for an order which support decided to deliver something is bought anew, so many purchases having been faulty before. */
export async function boughtAnew(tx: Transaction, orderId: OrderId, faults: number): Promise<void> {
  await tx.run(boughtAnewStatement, orderId, faults);
}

/** An order that is under way or being settled. */
export interface UnderWay {
  order_id: OrderId;
  account_id: AccountId;
  country: Country;
  qty: number;
  status: OrderStatus;
  unit_price_cents: Cents;
  total_cents: Cents;
  discount_cents: Cents;
  sale_price_cents: Cents;
  created_at: Date;
  now: Date;
  line_text: string;
  buyer_email: string;
  /** Why support has it delivered, and who does; null where nobody has, or where it is the operator's command. */
  delivering_reason: string | null;
  delivering_by: AccountId | null;
  /** Faulty purchases when something was last bought anew for that; null while nothing was. */
  delivering_faults: number | null;
}

const UNDER_WAY = `order_id, account_id, country, qty, status, unit_price_cents, total_cents, discount_cents, sale_price_cents,
          created_at, clock_timestamp() AS now, line_text, buyer_email, delivering_reason, delivering_by, delivering_faults`;

const underWayStatement = statement<UnderWay, [OrderId, number]>(
  'orders.under_way',
  `SELECT ${UNDER_WAY} FROM fulfilments JOIN orders ON orders.id = order_id
   WHERE order_id = $1 AND run = $2 AND ended_at IS NULL`,
);

/** The order of a run; null where the run is another's by now. */
export async function underWay(db: Queryable, orderId: OrderId, run: number): Promise<UnderWay | null> {
  return (await db.run(underWayStatement, orderId, run))[0] ?? null;
}

/** A decision of support's that has come to its end, whatever that is. */
const DECIDED = 'delivering_reason = NULL, delivering_by = NULL, delivering_faults = NULL';

const endStatement = statement<{ order_id: OrderId }, [OrderId, number, OrderStatus]>(
  'orders.end',
  `WITH ended AS (
     UPDATE fulfilments SET ended_at = clock_timestamp(), ${DECIDED} WHERE order_id = $1 AND run = $2 AND ended_at IS NULL RETURNING order_id
   )
   UPDATE orders SET status = $3 FROM ended WHERE id = order_id AND status IN ('processing', 'failed') RETURNING order_id`,
);

/** Ends an order, delivered or refunded. @returns false where the run is another's by now. */
export async function end(tx: Transaction, orderId: OrderId, run: number, status: 'completed' | 'refunded'): Promise<boolean> {
  return (await tx.run(endStatement, orderId, run, status)).length > 0;
}

const failStatement = statement<{ order_id: OrderId }, [OrderId, number, string]>(
  'orders.fail',
  `WITH failed AS (
     UPDATE fulfilments SET failure = $3, failed_at = coalesce(failed_at, clock_timestamp()), lease_until = clock_timestamp(), ${DECIDED}
     WHERE order_id = $1 AND run = $2 AND ended_at IS NULL RETURNING order_id
   )
   UPDATE orders SET status = 'failed' FROM failed WHERE id = order_id RETURNING order_id`,
);

/** Leaves an order to support, free to be settled at once. @returns false where the run is another's by now. */
export async function fail(tx: Transaction, orderId: OrderId, run: number, failure: string): Promise<boolean> {
  return (await tx.run(failStatement, orderId, run, failure)).length > 0;
}

const noteStatement = statement<object, [OrderId, string, string]>(
  'orders.note',
  'INSERT INTO order_events (order_id, at, kind, detail) VALUES ($1, clock_timestamp(), $2, $3)',
);

/** Adds to the timeline of an order; no secrets. */
export async function note(db: Queryable, orderId: OrderId, kind: string, detail: object): Promise<void> {
  await db.run(noteStatement, orderId, kind, JSON.stringify(detail));
}

/** One thing that happened to an order. */
export interface OrderEvent {
  at: Date;
  kind: string;
  detail: Record<string, unknown>;
}

const timelineStatement = statement<OrderEvent, [OrderId]>(
  'orders.timeline',
  'SELECT at, kind, detail FROM order_events WHERE order_id = $1 ORDER BY id',
);

/** What happened to an order, the oldest first; empty for one that was delivered within its purchase. */
export function timeline(db: Queryable, orderId: OrderId): Promise<OrderEvent[]> {
  return db.run(timelineStatement, orderId);
}

const ownerStatement = statement<{ account_id: AccountId }, [OrderId]>(
  'orders.owner',
  'SELECT account_id FROM orders WHERE id = $1',
);

/** Whose order it is; null where there is none of this number. For support, which knows the number alone. */
export async function ownerOf(db: Queryable, orderId: OrderId): Promise<AccountId | null> {
  return (await db.run(ownerStatement, orderId))[0]?.account_id ?? null;
}

const countUnsettledStatement = statement<{ count: number }, [AccountId]>(
  'orders.count_unsettled',
  `SELECT count(*)::int AS count FROM orders WHERE account_id = $1 AND status IN ('processing', 'failed')`,
);

/** How many orders of an account are under way or wait for support. */
export async function countUnsettled(db: Queryable, accountId: AccountId): Promise<number> {
  return (await db.run(countUnsettledStatement, accountId))[0]?.count ?? 0;
}
