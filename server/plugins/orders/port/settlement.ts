/** Support settles an order that failed after its debit: delivered after all, or refunded (decisions 23 and 24). */
import type { Cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import * as billing from '../../billing/port.ts';
import * as proxies from '../../proxies/port.ts';
import * as store from '../store/fulfilments.ts';
import { debitedOrder, fulfil, leaseSeconds } from './fulfilment.ts';
import { type Decision, tellSettled } from './settled.ts';

/** `not_failed`: there is no such order, it is settled, or somebody is settling it just now. */
export type SettlementOutcome =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'refunded'; readonly creditNote: string; readonly balanceCents: Cents }
  | { readonly outcome: 'still_failed'; readonly failure: string }
  | { readonly outcome: 'not_failed' };

/**
 * Delivers a failed order now. Suppliers who may have what was paid for are asked for it again, under the same key; what is missing then is
 * taken from the site's own addresses and from whoever else has it, and else the order stays failed. The decision is written down first:
 * where this process dies, another brings it to its end.
 */
export async function deliverNow(services: Services, { orderId, actorId, reason }: Decision): Promise<SettlementOutcome> {
  const { db, extensions, env } = services;
  const spans = { leaseSeconds: leaseSeconds(services), giveUpSeconds: env.SUPPLIER_PATIENCE_SECONDS };
  const run = await db.transaction(async (tx) => {
    const claimed = await store.claimFailed(tx, orderId, spans);
    // What was decided before and cut short is gone on with, as it was decided: the job does so too, where there is one.
    if (claimed === null) return store.claimDecided(tx, orderId, spans);
    await store.decide(tx, orderId, reason, actorId);
    for (const supplier of proxies.remoteSuppliers(extensions)) await supplier.reopen(tx, orderId);
    await store.note(tx, orderId, 'delivering_now', { reason });
    return claimed;
  });
  if (run === null) return { outcome: 'not_failed' };
  const ending = await fulfil(services, orderId, run);
  if (ending.outcome === 'completed') return { outcome: 'delivered' };
  return ending.outcome === 'failed' ? { outcome: 'still_failed', failure: ending.failure } : { outcome: 'not_failed' };
}

/** Gives a failed order back: a refund in the ledger, invoice and credit note, what it kept back on sale; its key never delivers any more. */
export async function refund(services: Services, decision: Decision): Promise<SettlementOutcome> {
  const { orderId, reason } = decision;
  const spans = { leaseSeconds: leaseSeconds(services), giveUpSeconds: 0 };
  const { db, extensions } = services;
  const owner = await store.ownerOf(db, orderId);
  if (owner === null) return { outcome: 'not_failed' };
  return db.transaction(async (tx) => {
    const account = await billing.lock(tx, owner);
    const run = account && (await store.claimFailed(tx, orderId, spans));
    const order = run && (await store.underWay(tx, orderId, run));
    if (!order || !(await store.end(tx, orderId, run, 'refunded'))) return { outcome: 'not_failed' };
    const refunded = await billing.refundOrder(tx, account, debitedOrder(order), reason);
    await proxies.release(tx, orderId);
    for (const supplier of proxies.remoteSuppliers(extensions)) await supplier.abandon(tx, orderId);
    await store.note(tx, orderId, 'refunded', { reason, credit_note: refunded.creditNote });
    const { creditNote } = refunded;
    await tellSettled(tx, services, 'refund', decision, { status: 'refunded', creditNote, amountCents: order.total_cents });
    return { outcome: 'refunded', ...refunded };
  });
}
