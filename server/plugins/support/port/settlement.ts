/** Settling failed orders at the desk: what there is to settle, and who decided what. */
import type { OrderId } from '#server/kernel/ids.ts';
import { cents, toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { recipient } from '../../accounts/port.ts';
import { ledgerOfOrder } from '../../billing/port.ts';
import * as orders from '../../orders/port.ts';
import { countReserved, deliveredInOrder, offers, sellableAt, stock } from '../../proxies/port.ts';
import { neverAskedAgain, ofOrder, supplierProblems } from '../../suppliers/port.ts';
import { type AuditEntry, audit } from '../store/audit.ts';
import { notOneself } from './account-changes.ts';

/** Which part of the queue is meant. */
export interface QueuePart {
  readonly sort: orders.FailedSort;
  readonly limit: number;
  readonly offset: number;
}

/** A part of the queue, with what all of it holds and since when the oldest waits. Amounts in euros. */
export async function queue({ db }: Pick<Services, 'db'>, { sort, ...part }: QueuePart) {
  const [failed, { count, heldCents, oldestAt }] = await Promise.all([orders.failed(db, sort, part), orders.waiting(db)]);
  return {
    orders: failed.map((order) => ({
      order_id: order.order_id as number,
      account_id: order.account_id as number,
      email: order.email,
      country: order.country,
      qty: order.qty,
      total: toEuros(order.total_cents),
      failure: failureText(order.failure),
      created_at: order.created_at.toISOString(),
      failed_at: order.failed_at.toISOString(),
      busy: order.busy,
    })),
    total: count,
    held: toEuros(heldCents),
    oldest_at: oldestAt?.toISOString() ?? null,
  };
}

/** In words, where it is a code that somebody knows. */
function failureText(failure: string): string {
  if (failure in supplierProblems) return supplierProblems[failure as keyof typeof supplierProblems];
  if (failure === 'stuck') return 'it could not be gone on with, time and again';
  return failure === 'out_of_stock' ? 'nobody had enough in stock' : failure.replaceAll('_', ' ');
}

/** What happened to an order, its codes in words. */
function detailInWords(detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const told = (name: string, value: unknown) =>
    (name === 'failure' || name === 'problem') && typeof value === 'string' ? failureText(value) : value;
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, told(name, value)]));
}

/** An order with all that happened to it, and what is there to deliver it from; null where there is none such. */
export async function orderView(services: Services, orderId: OrderId) {
  const { db, extensions } = services;
  const accountId = await orders.ownerOf(db, orderId);
  if (accountId === null) return null;
  const [[order], timeline, movements, proxies, bought, kept, buyer, available, offered] = await Promise.all([
    orders.find(db, accountId, null, [orderId]),
    orders.timeline(db, orderId),
    ledgerOfOrder(db, accountId, orderId),
    deliveredInOrder(db, accountId, orderId),
    ofOrder(db, orderId),
    countReserved(db, orderId),
    recipient(db, accountId),
    stock(db, extensions),
    offers(db, extensions),
  ]);
  if (!order) return null;
  const unitCents = cents(order.total_cents / order.qty);
  const sellable = sellableAt(offered, order.country, unitCents);
  const came = bought.reduce((sum, row) => (row.status === 'delivered' ? sum + row.qty : sum), 0);
  const elsewhere = sellable.reduce((sum, offer) => sum + offer.available, 0);
  return {
    order_id: orderId as number,
    account_id: accountId as number,
    email: buyer.email,
    key: order.idempotency_key,
    channel: order.channel,
    country: order.country,
    qty: order.qty,
    status: order.status,
    total: toEuros(order.total_cents),
    created_at: order.created_at.toISOString(),
    timeline: timeline.map(({ at, kind, detail }) => ({ at: at.toISOString(), kind, detail: detailInWords(detail) })),
    movements: movements.map((row) => ({
      seq: row.seq,
      kind: row.kind,
      amount: toEuros(row.amount_cents),
      invoice_number: row.invoice_number,
      created_at: row.created_at.toISOString(),
    })),
    proxies: proxies.map(({ id, username, expires_at }) => ({
      proxy_id: id as string,
      username,
      expires_at: expires_at.toISOString(),
    })),
    bought: bought.map((row) => ({
      supplier: row.supplier,
      key: row.key,
      qty: row.qty,
      status: row.status,
      attempts: row.attempts,
      remote_order_id: row.remote_order_id,
      cost: row.cost_cents === null ? null : toEuros(row.cost_cents),
      problem: row.problem === null ? null : supplierProblems[row.problem],
      /** Whether a delivery now begins with asking for it once more. */
      asked_again:
        row.status === 'asked' || (row.status === 'faulty' && row.problem !== null && !neverAskedAgain.includes(row.problem)),
    })),
    /** Proxies that could be delivered at its price: those kept for it, the site's own that are free, and those of others. */
    available: { kept: kept + came, own: available(order.country, unitCents) - elsewhere, elsewhere },
  };
}

/** Who decides what about which order, and why, in 3 to 200 characters. */
export interface Settling extends orders.Decision {
  readonly how: 'deliver' | 'refund';
}

/** Delivers or refunds a failed order; what came of it is in the audit, in the same transaction (`settlementAudit`). */
export async function settle(services: Services, { how, ...decision }: Settling): Promise<orders.SettlementOutcome> {
  const { actorId, orderId } = decision;
  const accountId = await orders.ownerOf(services.db, orderId);
  if (actorId !== null && accountId !== null) notOneself({ actorId, accountId });
  const settled = await (how === 'deliver' ? orders.deliverNow : orders.refund)(services, decision);
  return settled.outcome === 'still_failed' ? { ...settled, failure: failureText(settled.failure) } : settled;
}

/** The audit of settlements, also of one that another process goes on with after a crash: one entry for each decision. */
export const settlementAudit: orders.SettlementLog = {
  settled: (tx, how, { actorId, orderId, reason }, after) =>
    audit(tx, {
      actorId,
      action: `settlement.${how}`,
      subject: { kind: 'order', id: orderId },
      reason,
      before: { status: 'failed' },
      after: auditedOf(after),
    }),
};

function auditedOf(after: orders.Settled): AuditEntry['after'] {
  const { status } = after;
  if (status === 'refunded') return { status, credit_note: after.creditNote };
  return status === 'failed' ? { status, failure: failureText(after.failure) } : { status };
}
