/** What suppliers were paid, or may have been, for proxies that nobody got: theirs to give back. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { OrderId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { SupplierProblem } from '../rules.ts';

/** A purchase of which something was paid for and not passed on. */
export interface ClaimRow {
  id: number;
  supplier: string;
  key: string;
  order_id: OrderId;
  country: Country;
  /** Proxies that were not passed on, of those that were bought. */
  lost: number;
  qty: number;
  remote_order_id: number | null;
  /** Of what was not passed on. Where the supplier did not tell what it debited: by its present price, null where that is unknown too. */
  cost_cents: Cents | null;
  cost_told: boolean;
  /** Null where it delivered well, and its order ended without that. */
  problem: SupplierProblem | null;
  answered_at: Date;
}

const CLAIMS = `SELECT bought.*, lost, cost_cents IS NOT NULL AS cost_told,
     coalesce(round(cost_cents::numeric * lost / qty)::int, lost * unit_cost_cents) AS lost_cents
   FROM supplier_orders bought
   LEFT JOIN supplier_countries USING (supplier_id, country)
   CROSS JOIN LATERAL (
     SELECT CASE status WHEN 'faulty' THEN qty WHEN 'delivered' THEN (
       SELECT count(*)::int FROM upstreams WHERE supplier_order_id = bought.id
         AND NOT EXISTS (SELECT FROM proxies WHERE upstream_id = upstreams.id)) ELSE 0 END AS lost) AS missed
   WHERE order_id = ANY ($1) AND lost > 0 AND claim_closed_at IS NULL`;

const pageStatement = statement<ClaimRow, [readonly OrderId[], number, number]>(
  'suppliers.claims',
  `SELECT claim.id, name AS supplier, key, order_id, country, lost, qty, remote_order_id, lost_cents AS cost_cents, cost_told,
          claim.problem, answered_at
   FROM (${CLAIMS}) AS claim JOIN suppliers ON suppliers.id = supplier_id
   ORDER BY answered_at DESC, claim.id DESC LIMIT $2 OFFSET $3`,
);

/** A part of the claims that come of orders that have ended, the newest first. */
export function claims(
  db: Queryable,
  ended: readonly OrderId[],
  { limit, offset }: { limit: number; offset: number },
): Promise<ClaimRow[]> {
  return db.run(pageStatement, ended, limit, offset);
}

const totalsStatement = statement<{ count: number; cents: Cents; guessed: number; unknown: number }, [readonly OrderId[]]>(
  'suppliers.claim_totals',
  `SELECT count(*)::int AS count, coalesce(sum(lost_cents), 0)::bigint AS cents,
          (count(*) FILTER (WHERE NOT cost_told AND lost_cents IS NOT NULL))::int AS guessed,
          (count(*) FILTER (WHERE lost_cents IS NULL))::int AS unknown
   FROM (${CLAIMS}) AS claim`,
);

/** How many claims come of orders that have ended, and their cents; of how many those are by a present price, or not known at all. */
export async function claimTotals(db: Queryable, ended: readonly OrderId[]) {
  const [row] = await db.run(totalsStatement, ended);
  if (!row) throw new Error('an aggregate returned no row');
  return row;
}

const closeStatement = statement<{ order_id: OrderId; key: string; lost_cents: Cents | null }, [readonly OrderId[], number]>(
  'suppliers.close_claim',
  `UPDATE supplier_orders SET claim_closed_at = now() FROM (${CLAIMS}) AS claim
   WHERE supplier_orders.id = claim.id AND claim.id = $2 AND supplier_orders.claim_closed_at IS NULL
   RETURNING claim.order_id, claim.key, lost_cents`,
);

/** Takes a claim off the list. @returns what it was; null where there is none such, or somebody else has closed it. */
export async function closeClaim(tx: Transaction, ended: readonly OrderId[], id: number) {
  return (await tx.run(closeStatement, ended, id))[0] ?? null;
}
