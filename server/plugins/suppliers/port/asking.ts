/** Asking a supplier for what an order needs, until its outcome is known (specification section 4, rule 4, as its client). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#server/kernel/services.ts';
import * as proxies from '../../proxies/port.ts';
import { buy } from '../adapters/reseller-api.ts';
import { pauseMs, type RemoteDelivery, type SupplierProblem, supplierRules, wrongIn } from '../rules.ts';
import * as store from '../store/orders.ts';
import { failed, soldOut, worked } from '../store/suppliers.ts';
import { apiOf } from './access.ts';

/** Asks for whatever of an order is open, each part until it is answered, the lease is lost or the time is over. */
export async function deliver(services: Services, order: proxies.RemoteOrder): Promise<void> {
  await Promise.all((await store.open(services.db, order.orderId)).map((part) => ask(services, order, part)));
}

async function ask(services: Services, order: proxies.RemoteOrder, part: store.OpenOrder): Promise<void> {
  const { db } = services;
  const api = apiOf(services, part);
  // Whether an earlier attempt may have come as far as its key, so that only the supplier can tell what became of it.
  let unsure = part.attempts > 0;
  for (let attempt = part.attempts + 1; ; attempt += 1) {
    const lease = await order.lease.keep();
    if (lease === 'lost') return;
    // However late it is, each part is asked for once.
    if (lease === 'over' && attempt > 1) return giveUp(services, order, part, unsure, 0);
    const counted = await store.countAttempt(db, part.id);
    if (counted === null) return;
    // More were counted where another run of the order still asks as well.
    unsure ||= counted > attempt;
    const answer = await buy(api, part.key, { country: part.country, qty: part.qty });
    if (answer.meaning === 'delivered') return take(services, order, part, answer.delivery);

    const { code, orderId } = answer;
    // Whoever cannot be reached, does not know what happened or does not let us in is not relied on.
    if (answer.down || answer.meaning === 'turned_away') await failed(db, part.supplier_id, code);
    await order.lease.note('supplier_answered', { supplier: part.name, key: part.key, attempt, code });
    switch (answer.meaning) {
      case 'order_failed':
        return close(services, order, part, 'order_failed', { orderId, costCents: null });
      case 'key_reused':
        return close(services, order, part, 'key_reused', null);
      case 'refused':
        await soldOut(db, part.supplier_id, part.country, code === 'daily_limit' ? (answer.afterSeconds ?? 0) : 0);
        return close(services, order, part, 'refused', null);
      case 'turned_away':
        if (!unsure) return close(services, order, part, 'refused', null);
        break;
      case 'again':
        unsure ||= code !== 'rate_limited';
    }
    if (lease === 'over') return giveUp(services, order, part, unsure, answer.afterSeconds ?? 0);
    await pause(
      order.lease,
      answer.afterSeconds === null ? pauseMs(attempt, Math.random()) : Math.min(answer.afterSeconds, MOST_WAIT_SECONDS) * 1_000,
      api.patienceMs,
    );
  }
}

/** Longer than a limit per minute asks for. */
const MOST_WAIT_SECONDS = 60;

/** Waits, and keeps the lease meanwhile; no longer than that is ours and its time is not over. */
async function pause(lease: proxies.Lease, ms: number, stepMs: number): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    await sleep(Math.min(left, stepMs));
    if (left > stepMs && (await lease.keep()) !== 'kept') return;
  }
}

/** Takes a delivery whose content is right and whose every proxy connects. */
async function take(
  services: Services,
  order: proxies.RemoteOrder,
  part: store.OpenOrder,
  delivery: RemoteDelivery,
): Promise<void> {
  const { country, qty } = part;
  const problem =
    wrongIn(delivery, { country, qty, validUntil: order.validUntil }) ??
    (await connectionProblem(services, order, part, delivery));
  if (problem === 'lost') return;
  if (problem) return close(services, order, part, problem, delivery);
  let taken: boolean;
  try {
    taken = await services.db.transaction(async (tx) => {
      const told = {
        status: 'delivered',
        problem: null,
        remoteOrderId: delivery.orderId,
        costCents: delivery.costCents,
      } as const;
      if (!(await order.lease.holds(tx)) || !(await store.answer(tx, part.id, told))) return false;
      await proxies.receive(
        tx,
        services,
        delivery.proxies.map(({ proxyId, expiresAt, host, port, username, password }) => ({
          protocol: 'socks5',
          host,
          outside: !part.entry_inside,
          port,
          username,
          password,
          origin: { supplierOrderId: part.id, remoteProxyId: proxyId, expiresAt },
        })),
      );
      return true;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    return close(services, order, part, 'duplicate', delivery);
  }
  // Another run of the order was quicker, and has told of it.
  if (!taken) return;
  await worked(services.db, part.supplier_id);
  await order.lease.note('supplier_delivered', {
    supplier: part.name,
    key: part.key,
    supplier_order: delivery.orderId,
    qty,
    cost_cents: delivery.costCents,
  });
}

/** Of a delivery or of one of its logins, which the database has already. */
const UNIQUE_VIOLATION = '23505';

/** Tries every proxy of a delivery, some at once, each a second time where it did not connect. */
async function connectionProblem(
  services: Services,
  order: proxies.RemoteOrder,
  part: store.OpenOrder,
  delivery: RemoteDelivery,
): Promise<'does_not_connect' | 'not_public' | 'lost' | null> {
  const patienceMs = services.env.SUPPLIER_PATIENCE_SECONDS * 1_000;
  const outside = !part.entry_inside;
  let left = delivery.proxies;
  for (const last of [false, true]) {
    const silent: RemoteDelivery['proxies'][number][] = [];
    for (let from = 0; from < left.length; from += supplierRules.triedAtOnce) {
      if ((await order.lease.keep()) === 'lost') return 'lost';
      const tried = left.slice(from, from + supplierRules.triedAtOnce);
      const problems = await Promise.all(
        tried.map((proxy) => proxies.upstreamProblem({ ...proxy, protocol: 'socks5', outside }, part.check_url, patienceMs)),
      );
      if (problems.includes('not_public')) return 'not_public';
      silent.push(...tried.filter((_proxy, index) => problems[index] !== null));
      if (last && silent.length > 0) return 'does_not_connect';
    }
    if (silent.length === 0) return null;
    left = silent;
  }
  return null;
}

/**
 * Ends the asking, its time being over. A supplier that only ever had too much of us never looked at the key: it was not debited, and is left
 * alone for as long as it said.
 */
async function giveUp(
  services: Services,
  order: proxies.RemoteOrder,
  part: store.OpenOrder,
  unsure: boolean,
  afterSeconds: number,
): Promise<void> {
  if (unsure) return close(services, order, part, 'no_answer', null);
  await soldOut(services.db, part.supplier_id, part.country, afterSeconds);
  return close(services, order, part, 'refused', null);
}

/** Closes a part that gave nothing, while the order is this run's; for what is `refused`, nothing was debited. */
async function close(
  { db }: Services,
  { lease }: proxies.RemoteOrder,
  part: store.OpenOrder,
  problem: SupplierProblem,
  known: { orderId: number | null; costCents: RemoteDelivery['costCents'] | null } | null,
): Promise<void> {
  const status = problem === 'refused' ? 'refused' : 'faulty';
  const told = { status, problem, remoteOrderId: known?.orderId ?? null, costCents: known?.costCents ?? null } as const;
  // A delivery that is of no use is as bad as none; of those that never came each attempt was counted.
  if (status === 'faulty' && problem !== 'no_answer') await failed(db, part.supplier_id, problem);
  // Of a run that was silent for too long the answer is an old one: another run may have been told more under the same key.
  if (await db.transaction(async (tx) => (await lease.holds(tx)) && (await store.answer(tx, part.id, told)))) {
    await lease.note('supplier_gave_nothing', {
      supplier: part.name,
      key: part.key,
      problem,
      supplier_order: told.remoteOrderId,
    });
  }
}
