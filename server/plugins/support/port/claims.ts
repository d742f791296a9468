/** What suppliers were paid, or may have been, and nobody got: support claims it back from them. */
import type { AccountId } from '#server/kernel/ids.ts';
import { toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { settled } from '../../orders/port.ts';
import { claims, claimTotals, closeClaim, supplierProblems } from '../../suppliers/port.ts';
import { audit } from '../store/audit.ts';

/** How many claims there are, and what they come to in euros; of how many that is by a present price, or not known. */
export async function claimsInShort({ db }: Pick<Services, 'db'>) {
  const { count, cents, guessed, unknown } = await claimTotals(db, await settled(db));
  return { count, euros: toEuros(cents), guessed, unknown };
}

/** A part of the claims, the newest first. Only orders that are settled count: until then their suppliers may be asked once more. */
export async function claimList({ db }: Pick<Services, 'db'>, part: { limit: number; offset: number }) {
  const ended = await settled(db);
  const [rows, { count, cents, guessed, unknown }] = await Promise.all([claims(db, ended, part), claimTotals(db, ended)]);
  return {
    claims: rows.map((row) => ({
      id: row.id,
      supplier: row.supplier,
      key: row.key,
      order_id: row.order_id as number,
      remote_order_id: row.remote_order_id,
      country: row.country,
      lost: row.lost,
      qty: row.qty,
      cost: row.cost_cents === null ? null : toEuros(row.cost_cents),
      cost_told: row.cost_told,
      problem: row.problem === null ? 'it delivered, and the order ended without that' : supplierProblems[row.problem],
      answered_at: row.answered_at.toISOString(),
    })),
    total: count,
    euros: toEuros(cents),
    guessed,
    unknown,
  };
}

/** Closes a claim that the supplier met, or that is given up; with the audit in the same transaction. `not_open`: somebody else has done so. */
export function close(
  { db }: Pick<Services, 'db'>,
  { actorId, claimId, reason }: { actorId: AccountId; claimId: number; reason: string },
): Promise<{ outcome: 'closed' | 'not_open' }> {
  return db.transaction(async (tx) => {
    const closed = await closeClaim(tx, await settled(tx), claimId);
    if (!closed) return { outcome: 'not_open' };
    const claim = { key: closed.key, cost_cents: closed.lost_cents };
    await audit(tx, {
      actorId,
      action: 'settlement.close_claim',
      subject: { kind: 'order', id: closed.order_id },
      reason,
      before: { ...claim, claim: 'open' },
      after: { ...claim, claim: 'closed' },
    });
    return { outcome: 'closed' };
  });
}
