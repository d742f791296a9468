/** Payments that came in otherwise than asked for, until support has closed them. */
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';

/** A payment on hold. `amount_cents` is what was asked for, `provider_reference` what the provider finds it by. */
export interface HeldPayment {
  id: string;
  account_id: AccountId;
  amount_cents: Cents;
  held_because: string;
  provider: string;
  provider_reference: string | null;
  created_at: Date;
}

const HELD = `id, account_id, amount_cents, held_because, provider, coalesce(intent, reference) AS provider_reference, created_at`;

const onHoldStatement = statement<HeldPayment, [number]>(
  'payments.on_hold',
  `SELECT ${HELD} FROM payments WHERE state = 'held' AND closed_at IS NULL ORDER BY created_at, id LIMIT $1`,
);

/** Payments on hold, the oldest first. */
export function onHold(db: Queryable, limit: number): Promise<HeldPayment[]> {
  return db.run(onHoldStatement, limit);
}

const countStatement = statement<{ held: number }, []>(
  'payments.count_on_hold',
  `SELECT count(*)::int AS held FROM payments WHERE state = 'held' AND closed_at IS NULL`,
);

/** How many payments are on hold. */
export async function countOnHold(db: Queryable): Promise<number> {
  const [row] = await db.run(countStatement);
  if (!row) throw new Error('an aggregate returned no row');
  return row.held;
}

const closeStatement = statement<HeldPayment, [string]>(
  'payments.close',
  // A look that was made before is thrown away, and made again.
  `UPDATE payments SET closed_at = now(), version = version + 1 WHERE id = $1 AND state = 'held' AND closed_at IS NULL RETURNING ${HELD}`,
);

/** Closes a payment on hold: nothing the provider says moves money by it any more. @returns null where it is not on hold. */
export async function close(tx: Transaction, id: string): Promise<HeldPayment | null> {
  const [row] = await tx.run(closeStatement, id);
  return row ?? null;
}
