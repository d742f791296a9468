/** Every query of orders. */
import type { Country, OrderChannel, OrderStatus } from '#prisma/generated/enums.ts';
import { type Database, type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import { limits } from '#server/kernel/limits.ts';
import { type Cents, cents } from '#server/kernel/money.ts';

/** An order as a replay needs it. */
export interface StoredOrder {
  id: OrderId;
  country: Country;
  qty: number;
  status: OrderStatus;
  total_cents: Cents;
}

/** The order under the key, or else the lock on the key: `claimed` is false while another request holds it. */
export const claimStatement = statement<Partial<StoredOrder> & { claimed: boolean | null }, [AccountId, string]>(
  'orders.claim',
  `SELECT found.id, found.country, found.qty, found.status, found.total_cents,
          CASE WHEN found.id IS NULL THEN pg_try_advisory_xact_lock($1, hashtext($2)) END AS claimed
   FROM (SELECT 1) AS request
   LEFT JOIN orders found ON found.account_id = $1 AND found.idempotency_key = $2`,
);

/** What a key is just now. */
export type Claim = { order: StoredOrder } | { claimed: boolean };

/** Looks the key up and, where it is unused, claims it until the transaction ends. A crash releases it. */
export async function claim(tx: Transaction, accountId: AccountId, key: string): Promise<Claim> {
  const [row] = await tx.run(claimStatement, accountId, key);
  return row?.id === undefined || row.id === null ? { claimed: row?.claimed === true } : { order: row as StoredOrder };
}

/** `$2` is the length of the window in seconds. An order refused before the debit has no row, so it does not count. */
const COUNTED = `account_id = $1 AND status <> 'refunded' AND created_at > clock_timestamp() - make_interval(secs => $2)`;

export const standingStatement = statement<
  { now: Date; ordered: number; cap: number | null; found: StoredOrder | null },
  [AccountId, number, string]
>(
  'orders.standing',
  `SELECT clock_timestamp() AS now,
          (SELECT coalesce(sum(qty), 0)::int FROM orders WHERE ${COUNTED}) AS ordered,
          (SELECT proxies_per_day FROM order_caps WHERE account_id = $1) AS cap,
          (SELECT jsonb_build_object('id', id, 'country', country, 'qty', qty, 'status', status, 'total_cents', total_cents)
           FROM orders WHERE account_id = $1 AND idempotency_key = $3) AS found`,
);

/** Where an account stands, read under its lock so that nothing can change before the order is written. */
export interface Standing {
  /** The database's clock: the moment of the purchase. */
  readonly now: Date;
  /** Proxies ordered within the window. */
  readonly ordered: number;
  readonly cap: number;
  /** An order that another request finished under this key since the claim. */
  readonly found: StoredOrder | null;
}

export async function standing(tx: Transaction, accountId: AccountId, key: string): Promise<Standing> {
  const [row] = await tx.run(standingStatement, accountId, limits.capWindowSeconds, key);
  if (!row) throw new Error('a query without FROM returned no row');
  return { ...row, cap: row.cap ?? limits.proxiesPerDay };
}

const countedStatement = statement<{ qty: number; created_at: Date }, [AccountId, number]>(
  'orders.counted',
  `SELECT qty, created_at FROM orders WHERE ${COUNTED}`,
);

/** The orders that the cap counts at the moment. */
export async function countedOrders(db: Queryable, accountId: AccountId): Promise<{ qty: number; createdAt: Date }[]> {
  const rows = await db.run(countedStatement, accountId, limits.capWindowSeconds);
  return rows.map((row) => ({ qty: row.qty, createdAt: row.created_at }));
}

/** An order to be written. */
export interface NewOrder {
  accountId: AccountId;
  channel: OrderChannel;
  idempotencyKey: string;
  country: Country;
  qty: number;
  unitCents: Cents;
  totalCents: Cents;
  discountCents: Cents;
  discountKind: string | null;
  /** Which of its kind, where the order uses it up. */
  discountReference: string | null;
  salePriceCents: Cents;
  createdAt: Date;
}

export const insertStatement = statement<
  { id: OrderId },
  [AccountId, OrderChannel, string, Country, number, Cents, Cents, Cents, string | null, string | null, Cents, Date]
>(
  'orders.insert',
  `INSERT INTO orders (account_id, channel, idempotency_key, country, qty, unit_price_cents, total_cents, discount_cents,
                       discount_kind, discount_reference, sale_price_cents, created_at, status)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'completed') RETURNING id`,
);

/** Writes a completed order (decision 26: from the site's own stock there is no other kind). */
export async function insert(tx: Transaction, order: NewOrder): Promise<OrderId> {
  const [row] = await tx.run(
    insertStatement,
    order.accountId,
    order.channel,
    order.idempotencyKey,
    order.country,
    order.qty,
    order.unitCents,
    order.totalCents,
    order.discountCents,
    order.discountKind,
    order.discountReference,
    order.salePriceCents,
    order.createdAt,
  );
  if (!row) throw new Error('an insert returned no row');
  return row.id;
}

const setListedStatement = statement<object, [OrderId, boolean]>(
  'orders.set_listed',
  'UPDATE orders SET listed_in_resale = $2 WHERE id = $1',
);

/** Remembers whether the order stands on the resale page. */
export async function setListed(tx: Transaction, orderId: OrderId, listed: boolean): Promise<void> {
  await tx.run(setListedStatement, orderId, listed);
}

const unlistedStatement = statement<{ id: OrderId; account_id: AccountId; sale_price_cents: Cents }, [number]>(
  'orders.unlisted',
  `SELECT id, account_id, sale_price_cents FROM orders WHERE NOT listed_in_resale ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
);

/** Orders that still lack their resale entries, locked. */
export function lockUnlisted(tx: Transaction, limit: number) {
  return tx.run(unlistedStatement, limit);
}

const newestFirst = (accountId: AccountId) => ({ where: { accountId }, orderBy: { id: 'desc' } }) as const;

/** The account's newest orders, newest first. */
export async function recent(db: Database, accountId: AccountId, limit: number): Promise<OrderSummary[]> {
  return (await db.prisma.order.findMany({ ...newestFirst(accountId), take: limit })).map(summaryOf);
}

/** All orders of the account, newest first. */
export async function all(db: Database, accountId: AccountId): Promise<OrderSummary[]> {
  return (await db.prisma.order.findMany(newestFirst(accountId))).map(summaryOf);
}

/** An order as lists show it. */
interface OrderSummary {
  readonly id: OrderId;
  readonly country: Country;
  readonly qty: number;
  readonly totalCents: Cents;
  readonly status: OrderStatus;
  readonly channel: OrderChannel;
  readonly createdAt: Date;
}

function summaryOf(row: Omit<OrderSummary, 'id' | 'totalCents'> & { id: number; totalCents: number }): OrderSummary {
  const { country, qty, status, channel, createdAt } = row;
  return { id: row.id as OrderId, country, qty, totalCents: cents(row.totalCents), status, channel, createdAt };
}

const setCapStatement = statement<object, [AccountId, number]>(
  'orders.set_cap',
  `INSERT INTO order_caps (account_id, proxies_per_day) VALUES ($1, $2)
   ON CONFLICT (account_id) DO UPDATE SET proxies_per_day = excluded.proxies_per_day`,
);
const dropCapStatement = statement<object, [AccountId]>('orders.drop_cap', 'DELETE FROM order_caps WHERE account_id = $1');

/** Sets an account's own cap; null returns it to the published one. */
export async function setCap(db: Queryable, accountId: AccountId, proxiesPerDay: number | null): Promise<void> {
  if (proxiesPerDay === null) await db.run(dropCapStatement, accountId);
  else await db.run(setCapStatement, accountId, proxiesPerDay);
}

const activityStatement = statement<{ orders: number; ordered: number }, [AccountId, number]>(
  'orders.activity',
  `SELECT (SELECT count(*)::int FROM orders WHERE account_id = $1) AS orders,
          (SELECT coalesce(sum(qty), 0)::int FROM orders WHERE ${COUNTED}) AS ordered`,
);

/** How many orders the account ever made, and how many proxies count towards its cap just now. */
export async function activity(db: Queryable, accountId: AccountId): Promise<{ orders: number; ordered: number }> {
  const [row] = await db.run(activityStatement, accountId, limits.capWindowSeconds);
  if (!row) throw new Error('a query without FROM returned no row');
  return row;
}

/** The account's cap of proxies over 24 hours. */
export async function cap(db: Database, accountId: AccountId): Promise<number> {
  return (await db.prisma.orderCap.findUnique({ where: { accountId } }))?.proxiesPerDay ?? limits.proxiesPerDay;
}

/** An order as its account looks it up. */
export interface FoundOrder extends StoredOrder {
  channel: OrderChannel;
  idempotency_key: string;
  discount_cents: Cents;
  created_at: Date;
}

const findStatement = statement<FoundOrder, [AccountId, string | null, readonly number[]]>(
  'orders.find',
  `SELECT id, channel, idempotency_key, country, qty, status, total_cents, discount_cents, created_at FROM orders
   WHERE account_id = $1 AND (idempotency_key = $2 OR id = ANY ($3)) ORDER BY id`,
);

/** The account's own orders under an idempotency key or one of some ids. */
export function find(db: Queryable, accountId: AccountId, key: string | null, ids: readonly number[]): Promise<FoundOrder[]> {
  return db.run(findStatement, accountId, key, ids);
}

const claimedStatement = statement<{ claimed: boolean }, [AccountId, string]>(
  'orders.claimed',
  `SELECT EXISTS (
     SELECT FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = $1::int::oid
       AND objid = (hashtext($2)::bigint & 4294967295)::oid
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS claimed`,
);

/**
 * Whether a purchase under this key is under way just now. Ask before looking for its order: of a purchase that is not under way,
 * whatever it committed can be seen.
 */
export async function isClaimed(db: Queryable, accountId: AccountId, key: string): Promise<boolean> {
  return (await db.run(claimedStatement, accountId, key))[0]?.claimed === true;
}

const ownCapStatement = statement<{ proxies_per_day: number }, [AccountId]>(
  'orders.own_cap',
  'SELECT proxies_per_day FROM order_caps WHERE account_id = $1',
);

/** The cap that support has set for the account; null where the published one holds. */
export async function ownCap(db: Queryable, accountId: AccountId): Promise<number | null> {
  return (await db.run(ownCapStatement, accountId))[0]?.proxies_per_day ?? null;
}
