/** Support settles an order that failed after its debit: delivered after all, or refunded (decisions 23 and 24). */
import type { Transaction } from '#server/kernel/database.ts';
import type { OrderId } from '#server/kernel/ids.ts';
import { type Cents, toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { recipient } from '../../accounts/port.ts';
import * as billing from '../../billing/port.ts';
import { enqueue } from '../../mail/port.ts';
import * as proxies from '../../proxies/port.ts';
import { deliveredMail, refundedMail } from '../mails.ts';
import * as store from '../store/fulfilments.ts';
import { debitedOrder, fulfil, leaseSeconds } from './fulfilment.ts';

/** A decision of support's. */
export interface Settlement {
  readonly orderId: OrderId;
  /** Why, in 1 to 200 characters: printed on the credit note, kept in the timeline. */
  readonly reason: string;
  /** Writes support's log, in the transaction that settles the order. */
  record(tx: Transaction, after: { status: 'completed' | 'refunded'; creditNote: string | null }): Promise<void>;
}

/** `not_failed`: there is no such order, it is settled, or somebody is settling it just now. */
export type SettlementOutcome =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'refunded'; readonly creditNote: string; readonly balanceCents: Cents }
  | { readonly outcome: 'still_failed'; readonly failure: string }
  | { readonly outcome: 'not_failed' };

/**
 * Delivers a failed order now. Suppliers who may have what was paid for are asked for it again, under the same key; what is missing then is
 * taken from the site's own addresses and from whoever else has it, and else the order stays failed.
 */
export async function deliverNow(services: Services, settlement: Settlement): Promise<SettlementOutcome> {
  const { orderId, reason } = settlement;
  const { db, extensions, env } = services;
  const spans = { leaseSeconds: leaseSeconds(services), giveUpSeconds: env.SUPPLIER_PATIENCE_SECONDS };
  const run = await db.transaction(async (tx) => {
    const claimed = await store.claimFailed(tx, orderId, spans);
    if (claimed === null) return null;
    for (const supplier of proxies.remoteSuppliers(extensions)) await supplier.reopen(tx, orderId);
    await store.note(tx, orderId, 'delivering_now', { reason });
    return claimed;
  });
  if (run === null) return { outcome: 'not_failed' };
  const ending = await fulfil(services, orderId, run, async (tx) => {
    const order = await mailable(tx, orderId);
    await enqueue(tx, { to: order.email, ...deliveredMail(order.language, order) });
    await settlement.record(tx, { status: 'completed', creditNote: null });
  });
  if (ending.outcome === 'completed') return { outcome: 'delivered' };
  return ending.outcome === 'failed' ? { outcome: 'still_failed', failure: ending.failure } : { outcome: 'not_failed' };
}

/** Gives a failed order back: a refund in the ledger, invoice and credit note, what it kept back on sale; its key never delivers any more. */
export async function refund(services: Services, settlement: Settlement): Promise<SettlementOutcome> {
  const { orderId, reason } = settlement;
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
    const mail = await mailable(tx, orderId);
    await enqueue(tx, { to: mail.email, ...refundedMail(mail.language, { ...mail, amount: toEuros(order.total_cents) }) });
    await settlement.record(tx, { status: 'refunded', creditNote: refunded.creditNote });
    return { outcome: 'refunded', ...refunded };
  });
}

/** What a mail about an order says, and to whom. */
async function mailable(tx: Transaction, orderId: OrderId) {
  const accountId = await store.ownerOf(tx, orderId);
  if (accountId === null) throw new Error(`order ${orderId} has no owner`);
  return { ...(await recipient(tx, accountId)), orderId };
}
