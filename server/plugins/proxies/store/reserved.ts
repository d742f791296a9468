/** Addresses that an order keeps until its other proxies have come from elsewhere. */
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { OrderId } from '#server/kernel/ids.ts';

const reserveStatement = statement<object, [OrderId, readonly number[]]>(
  'proxies.reserve',
  `UPDATE addresses SET reserved_for = $1, free_at = 'infinity' WHERE id = ANY ($2)`,
);

/** Keeps leased addresses for an order, however long it takes. */
export async function reserve(tx: Transaction, orderId: OrderId, addressIds: readonly number[]): Promise<void> {
  if (addressIds.length > 0) await tx.run(reserveStatement, orderId, addressIds);
}

const takeStatement = statement<{ id: number }, [OrderId, Date, number]>(
  'proxies.take_reserved',
  // As with a lease it then rests; one that was retired meanwhile is the order's all the same, and nobody's after it.
  `UPDATE addresses SET reserved_for = NULL, rest_days = rest.days,
          free_at = CASE WHEN retired_at IS NULL THEN $2::timestamptz + rest.days * interval '24 hours' ELSE 'infinity' END
   FROM (SELECT rest_days AS days FROM stock_settings) AS rest
   WHERE id IN (SELECT id FROM addresses WHERE reserved_for = $1 ORDER BY id LIMIT $3) RETURNING id`,
);

/** Gives an order up to `most` of the addresses that it keeps, until the end of its proxies. @returns their ids. */
export async function takeReserved(tx: Transaction, orderId: OrderId, until: Date, most: number): Promise<number[]> {
  return (await tx.run(takeStatement, orderId, until, most)).map(({ id }) => id);
}

const releaseStatement = statement<object, [OrderId]>(
  'proxies.release',
  `UPDATE addresses SET reserved_for = NULL, free_at = CASE WHEN retired_at IS NULL THEN now() ELSE 'infinity' END
   WHERE reserved_for = $1`,
);

/** Puts the addresses that an order keeps back on sale, but those that were retired meanwhile. */
export async function release(tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(releaseStatement, orderId);
}

const countStatement = statement<{ count: number }, [OrderId]>(
  'proxies.count_reserved',
  'SELECT count(*)::int AS count FROM addresses WHERE reserved_for = $1',
);

/** How many addresses an order keeps. */
export async function countReserved(db: Queryable, orderId: OrderId): Promise<number> {
  return (await db.run(countStatement, orderId))[0]?.count ?? 0;
}
