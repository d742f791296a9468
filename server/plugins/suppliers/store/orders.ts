/** Purchases from suppliers: the key first, what became of it later. */
import type { Country, SupplierOrderStatus } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { OrderId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { SupplierProblem } from '../rules.ts';
import type { SupplierAccess } from './suppliers.ts';

const insertStatement = statement<object, [number, OrderId, string, Country, number]>(
  'suppliers.order',
  'INSERT INTO supplier_orders (supplier_id, order_id, key, country, qty) VALUES ($1, $2, $3, $4, $5)',
);

/** Writes down what will be asked for, under which key. */
export async function insert(
  tx: Transaction,
  order: { supplierId: number; orderId: OrderId; key: string; country: Country; qty: number },
): Promise<void> {
  await tx.run(insertStatement, order.supplierId, order.orderId, order.key, order.country, order.qty);
}

/** A purchase whose outcome is open. */
export interface OpenOrder extends Omit<SupplierAccess, 'id'> {
  id: number;
  supplier_id: number;
  key: string;
  country: Country;
  qty: number;
  attempts: number;
  entry_inside: boolean;
}

const openStatement = statement<OpenOrder, [OrderId]>(
  'suppliers.open',
  `SELECT asked.id, supplier_id, key, country, qty, attempts, name, base_url, api_key_ciphertext, check_url, entry_inside
   FROM supplier_orders asked JOIN suppliers ON suppliers.id = supplier_id
   WHERE order_id = $1 AND status = 'asked' ORDER BY asked.id`,
);

/** What is open of an order. */
export function open(db: Queryable, orderId: OrderId): Promise<OpenOrder[]> {
  return db.run(openStatement, orderId);
}

const countAttemptStatement = statement<{ attempts: number }, [number]>(
  'suppliers.count_attempt',
  `UPDATE supplier_orders SET attempts = attempts + 1 WHERE id = $1 AND status = 'asked' RETURNING attempts`,
);

/** Counts an attempt, before it is made. @returns how many there are; null where the purchase was closed meanwhile: then it is not to be made. */
export async function countAttempt(db: Queryable, id: number): Promise<number | null> {
  return (await db.run(countAttemptStatement, id))[0]?.attempts ?? null;
}

/** What became of a purchase. */
export interface Answer {
  status: Exclude<SupplierOrderStatus, 'asked'>;
  problem: SupplierProblem | null;
  remoteOrderId: number | null;
  costCents: Cents | null;
}

const answerStatement = statement<{ id: number }, [number, SupplierOrderStatus, string | null, number | null, Cents | null]>(
  'suppliers.answer',
  `UPDATE supplier_orders SET status = $2, problem = $3, remote_order_id = $4, cost_cents = $5, answered_at = now()
   WHERE id = $1 AND status = 'asked' RETURNING id`,
);

/** Closes an open purchase. @returns false where that was done already. */
export async function answer(db: Queryable, id: number, told: Answer): Promise<boolean> {
  const { status, problem, remoteOrderId, costCents } = told;
  return (await db.run(answerStatement, id, status, problem, remoteOrderId, costCents)).length > 0;
}

const standingStatement = statement<
  { upstream_ids: number[]; first_end: Date | null; open: number; faults: number; fault: string | null },
  [OrderId, Date, SupplierProblem]
>(
  'suppliers.standing',
  `WITH bought AS (SELECT id, qty, status, problem FROM supplier_orders WHERE order_id = $1),
   came AS (SELECT upstream.id, supplier_order_id, expires_at, expires_at >= $2 AS good
            FROM upstreams upstream JOIN bought ON supplier_order_id = bought.id WHERE status = 'delivered'),
   faulty AS (SELECT id, problem FROM bought WHERE status = 'faulty'
              UNION ALL SELECT DISTINCT supplier_order_id, $3 FROM came WHERE NOT good)
   SELECT (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM came WHERE good) AS upstream_ids,
          (SELECT min(expires_at) FROM came WHERE good) AS first_end,
          (SELECT coalesce(sum(qty), 0)::int FROM bought WHERE status = 'asked') AS open,
          (SELECT count(*)::int FROM faulty) AS faults,
          (SELECT problem FROM faulty ORDER BY id DESC LIMIT 1) AS fault`,
);

/** How the purchases for an order stand. One that brought something which ends before `validUntil` is a fault. */
export async function standing(db: Queryable, orderId: OrderId, validUntil: Date) {
  const [row] = await db.run(standingStatement, orderId, validUntil, 'too_short');
  if (!row) throw new Error('an aggregate returned no row');
  return { upstreamIds: row.upstream_ids, firstEnd: row.first_end, open: row.open, faults: row.faults, fault: row.fault };
}

const reopenStatement = statement<object, [OrderId, readonly SupplierProblem[]]>(
  'suppliers.reopen',
  `UPDATE supplier_orders SET status = 'asked', problem = NULL, answered_at = NULL
   WHERE order_id = $1 AND status = 'faulty' AND problem <> ALL ($2)`,
);

/** Opens faulty purchases again, but those whose problem is one of some. */
export async function reopen(tx: Transaction, orderId: OrderId, final: readonly SupplierProblem[]): Promise<void> {
  await tx.run(reopenStatement, orderId, final);
}

const abandonStatement = statement<object, [OrderId]>(
  'suppliers.abandon',
  `UPDATE supplier_orders
   SET status = (CASE WHEN attempts > 0 THEN 'faulty' ELSE 'refused' END)::"SupplierOrderStatus", problem = 'abandoned', answered_at = now()
   WHERE order_id = $1 AND status = 'asked'`,
);

/** Closes what is open of an order: what was never asked for was never debited. */
export async function abandon(tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(abandonStatement, orderId);
}

/** A purchase as support sees it. */
export interface ShownOrder {
  id: number;
  supplier: string;
  key: string;
  country: Country;
  qty: number;
  status: SupplierOrderStatus;
  attempts: number;
  remote_order_id: number | null;
  cost_cents: Cents | null;
  problem: SupplierProblem | null;
  created_at: Date;
  answered_at: Date | null;
}

const SHOWN = `SELECT bought.id, name AS supplier, key, country, qty, status, attempts, remote_order_id, cost_cents, bought.problem,
          bought.created_at, answered_at
   FROM supplier_orders bought JOIN suppliers ON suppliers.id = supplier_id`;

const ofOrderStatement = statement<ShownOrder, [OrderId]>(
  'suppliers.of_order',
  `${SHOWN} WHERE order_id = $1 ORDER BY bought.id`,
);

/** All that was asked of suppliers for an order. */
export function ofOrder(db: Queryable, orderId: OrderId): Promise<ShownOrder[]> {
  return db.run(ofOrderStatement, orderId);
}
