/** Asking a supplier for what an order needs, until its outcome is known (specification section 4, rule 4, as its client). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#server/kernel/services.ts';
import * as proxies from '../../proxies/port.ts';
import { type BuyAnswer, buy } from '../adapters/reseller-api.ts';
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
  for (let attempt = part.attempts + 1; ; attempt += 1) {
    const lease = await order.lease.keep();
    if (lease === 'lost') return;
    // What was never asked for was never debited.
    if (lease === 'over') return close(services, order, part, attempt > 1 ? 'no_answer' : 'abandoned', null);
    await store.countAttempt(db, part.id);
    const answer = await buy(api, part.key, { country: part.country, qty: part.qty });
    await noteHealth(services, part, answer);
    if (answer.meaning === 'delivered') return take(services, order, part, answer.delivery);

    const { code, orderId } = answer;
    await order.lease.note('supplier_answered', { supplier: part.name, key: part.key, attempt, code });
    switch (answer.meaning) {
      case 'order_failed':
        return close(services, order, part, 'order_failed', { orderId, costCents: null });
      case 'key_reused':
        return close(services, order, part, 'key_reused', null);
      case 'refused':
        await soldOut(db, part.supplier_id, part.country);
        return close(services, order, part, 'refused', null);
      case 'turned_away':
        if (attempt === 1) return close(services, order, part, 'refused', null);
    }
    // Never for so long that the lease would run out.
    const told = answer.afterSeconds === null ? pauseMs(attempt, Math.random()) : answer.afterSeconds * 1_000;
    await sleep(Math.min(told, api.patienceMs));
  }
}

/** A supplier that cannot be reached, does not know what happened or does not let us in is not relied on. */
function noteHealth({ db }: Services, part: store.OpenOrder, answer: BuyAnswer): Promise<void> {
  const sick = answer.meaning !== 'delivered' && (answer.down || answer.meaning === 'turned_away');
  return sick ? failed(db, part.supplier_id, answer.code) : worked(db, part.supplier_id);
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
    wrongIn(delivery, { country, qty, until: order.until }) ?? (await connectionProblem(services, order, part, delivery));
  if (problem === 'lost') return;
  if (problem) return close(services, order, part, problem, delivery);
  try {
    await services.db.transaction(async (tx) => {
      const told = {
        status: 'delivered',
        problem: null,
        remoteOrderId: delivery.orderId,
        costCents: delivery.costCents,
      } as const;
      if (!(await store.answer(tx, part.id, told))) return;
      await proxies.receive(
        tx,
        services,
        delivery.proxies.map(({ proxyId, expiresAt, host, port, username, password }) => ({
          protocol: 'socks5',
          host,
          port,
          username,
          password,
          origin: { supplierOrderId: part.id, remoteProxyId: proxyId, expiresAt },
        })),
      );
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    return close(services, order, part, 'duplicate', delivery);
  }
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
  { check_url: checkUrl }: store.OpenOrder,
  delivery: RemoteDelivery,
): Promise<'does_not_connect' | 'lost' | null> {
  const patienceMs = services.env.SUPPLIER_PATIENCE_SECONDS * 1_000;
  let left = delivery.proxies;
  for (const last of [false, true]) {
    const silent: RemoteDelivery['proxies'][number][] = [];
    for (let from = 0; from < left.length; from += supplierRules.triedAtOnce) {
      if ((await order.lease.keep()) === 'lost') return 'lost';
      const tried = left.slice(from, from + supplierRules.triedAtOnce);
      const problems = await Promise.all(
        tried.map((proxy) => proxies.upstreamProblem({ ...proxy, protocol: 'socks5' }, checkUrl, patienceMs)),
      );
      silent.push(...tried.filter((_proxy, index) => problems[index] !== null));
      if (last && silent.length > 0) return 'does_not_connect';
    }
    if (silent.length === 0) return null;
    left = silent;
  }
  return null;
}

/** Closes a part that gave nothing. For what is `refused` or `abandoned` here, nothing was debited. */
async function close(
  { db }: Services,
  { lease }: proxies.RemoteOrder,
  part: store.OpenOrder,
  problem: SupplierProblem,
  known: { orderId: number | null; costCents: RemoteDelivery['costCents'] | null } | null,
): Promise<void> {
  const status = problem === 'refused' || problem === 'abandoned' ? 'refused' : 'faulty';
  const told = { status, problem, remoteOrderId: known?.orderId ?? null, costCents: known?.costCents ?? null } as const;
  if (await store.answer(db, part.id, told)) {
    await lease.note('supplier_gave_nothing', {
      supplier: part.name,
      key: part.key,
      problem,
      supplier_order: told.remoteOrderId,
    });
  }
}
