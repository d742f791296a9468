/**
 * An order that a remote supplier delivers, from its debit to its end. Each phase can be begun again: what is asked for is written down
 * before, what has come is kept, and only the run that holds the lease ends the order.
 */
import type { Country } from '#prisma/generated/enums.ts';
import type { Transaction } from '#server/kernel/database.ts';
import type { OrderId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import * as billing from '../../billing/port.ts';
import * as proxies from '../../proxies/port.ts';
import * as resale from '../../resale/port.ts';
import { leastValidity, type OrderFailure, partsOf, validity, validityWithin } from '../rules.ts';
import * as store from '../store/fulfilments.ts';
import { type Decision, tellSettled } from './settled.ts';
import { noteUnlisted } from './unlisted.ts';

/** How a run ended. `lost`: the order is another run's by now, or nobody's until its lease is over. */
export type Ending =
  | {
      readonly outcome: 'completed';
      readonly balanceCents: Cents;
      readonly discountCents: Cents;
      readonly proxies: Awaited<ReturnType<typeof proxies.issue>>;
      readonly listedInResale: boolean;
    }
  | { readonly outcome: 'failed'; readonly failure: string }
  | { readonly outcome: 'lost' };

/** Longer than a run is ever silent: one call, or two tries of a proxy. */
export const leaseSeconds = ({ env }: Pick<Services, 'env'>): number => 2 * env.SUPPLIER_PATIENCE_SECONDS + 5;

/**
 * Works on an order for as long as the run holds its lease: asks the suppliers for what is open, looks for others where one of them has nothing,
 * and delivers all of it or leaves the order to support.
 */
export async function fulfil(services: Services, orderId: OrderId, run: number): Promise<Ending> {
  const { db, extensions } = services;
  const remote = proxies.remoteSuppliers(extensions);
  const lease = leaseOf(services, orderId, run);
  for (;;) {
    const order = await store.underWay(db, orderId, run);
    if (!order) return { outcome: 'lost' };
    const validUntil = leastValidity(order.created_at, order.now);
    await Promise.all(remote.map((supplier) => supplier.deliver(services, { orderId, validUntil, lease })));

    const standings = await Promise.all(remote.map((supplier) => supplier.standing(db, orderId, validUntil)));
    if (standings.some(({ open }) => open > 0)) return { outcome: 'lost' };
    const upstreamIds = standings.flatMap((standing) => standing.upstreamIds);
    const missing = order.qty - upstreamIds.length - (await proxies.countReserved(db, orderId));
    if (missing <= 0) return finish(services, order, run, standings);

    // Of what a supplier was paid for, or may have been, nothing is bought again unless somebody decides it, and then only once.
    const faults = standings.reduce((sum, standing) => sum + standing.faults, 0);
    const fault = standings.find((standing) => standing.fault !== null)?.fault;
    const undecided = order.status === 'processing' || (order.delivering_faults !== null && faults > order.delivering_faults);
    if (fault && undecided) return fail(services, order, run, fault);
    if (!(await takeMore(services, order, run, missing, faults))) {
      return fail(services, order, run, 'out_of_stock' satisfies OrderFailure);
    }
  }
}

function leaseOf(services: Services, orderId: OrderId, run: number): proxies.Lease {
  return {
    async keep() {
      const over = await store.keepLease(services.db, orderId, run, leaseSeconds(services));
      if (over === null) return 'lost';
      return over ? 'over' : 'kept';
    },
    holds: async (tx) => (await store.keepLease(tx, orderId, run, leaseSeconds(services))) !== null,
    note: (kind, detail) => store.note(services.db, orderId, kind, detail),
  };
}

/** There is less than what is missing. */
const TOO_LITTLE = Symbol('too little');
/** Another buyer has taken some of what was offered. */
const RACED = Symbol('raced');

/** Takes what an order lacks from whoever has it: all of it or nothing. @param faults there were so far. @returns whether there was enough. */
async function takeMore(
  services: Services,
  order: store.UnderWay,
  run: number,
  missing: number,
  faults: number,
): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    const taken = await tryToTake(services, order, run, missing, faults);
    if (taken !== 'raced') return taken;
  }
  return false;
}

/** Looks at what others offer, where other buyers take it meanwhile. */
const LOOKS = 5;

async function tryToTake(
  services: Services,
  order: store.UnderWay,
  run: number,
  missing: number,
  faults: number,
): Promise<boolean | 'raced'> {
  const { db, extensions } = services;
  const { order_id: orderId, country } = order;
  try {
    await db.transaction(async (tx) => {
      // Locks the order's work, so that of two runs only the one that holds the lease takes anything.
      if ((await store.keepLease(tx, orderId, run, leaseSeconds(services))) === null) throw TOO_LITTLE;
      const { at, until } = validity(order.created_at, order.now);
      const addressIds = await proxies.allocate(tx, extensions, { country, qty: missing, at, until, patient: true });
      const offered = proxies.sellableAt(await proxies.offers(tx, extensions), country, order.unit_price_cents);
      const parts = partsOf(offered, missing - addressIds.length);
      const taken = parts.reduce((sum, { qty }) => sum + qty, addressIds.length);
      if (taken < missing) throw TOO_LITTLE;
      if (!(await reserveParts(tx, { orderId, country }, parts))) throw RACED;
      await proxies.reserve(tx, orderId, addressIds);
      await store.boughtAnew(tx, orderId, faults);
      await store.note(tx, orderId, 'looked_elsewhere', { own: addressIds.length, bought: taken - addressIds.length });
    });
    return true;
  } catch (reason) {
    if (reason === TOO_LITTLE) return false;
    if (reason === RACED) return 'raced';
    throw reason;
  }
}

/**
 * Has each supplier take its part on; always in the same order, so that two buyers who prefer others cannot wait for each other.
 * @returns false where one of them cannot any more: roll back.
 */
export async function reserveParts(
  tx: Transaction,
  order: { orderId: OrderId; country: Country },
  parts: readonly { offer: proxies.SupplierOffer; qty: number }[],
): Promise<boolean> {
  for (const { offer, qty } of parts.toSorted((a, b) => a.offer.supplierId - b.offer.supplierId)) {
    if (!(await offer.supplier.reserve(tx, order, { supplierId: offer.supplierId, qty }))) return false;
  }
  return true;
}

/** Delivers: proxies, invoice and resale entries, all or nothing. */
async function finish(
  services: Services,
  order: store.UnderWay,
  run: number,
  standings: readonly proxies.RemoteStanding[],
): Promise<Ending> {
  const { order_id: orderId, account_id: accountId, country, qty } = order;
  const upstreamIds = standings.flatMap((standing) => standing.upstreamIds);
  const ends = standings.flatMap(({ firstEnd }) => firstEnd ?? []);
  const firstEnd = ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : null;
  const { at, until } = validityWithin(order.created_at, order.now, firstEnd);
  return services.db.transaction(async (tx) => {
    const account = await billing.lock(tx, accountId);
    if (!account) throw new Error(`order ${orderId} was debited from an account without money`);
    if (!(await store.end(tx, orderId, run, 'completed'))) return { outcome: 'lost' };

    const bought = upstreamIds.slice(0, qty).map((upstreamId) => ({ upstreamId }));
    const own = (await proxies.takeReserved(tx, orderId, until, qty - bought.length)).map((addressId) => ({ addressId }));
    const minted = proxies.mint([...own, ...bought]);
    if (minted.length !== qty) throw new Error(`order ${orderId} has ${minted.length} exits, not ${qty}`);
    const proxyIds = minted.map((proxy) => proxy.id);
    const [delivered, , , problem] = await Promise.all([
      // An address that was taken since the order was made may have had another proxy until then.
      proxies.issue(tx, services, { orderId, accountId, country, at, until, addressSince: order.now }, minted),
      proxies.release(tx, orderId),
      billing.invoiceOrder(tx, account, debitedOrder(order)),
      tx.attempt(() => resale.list(tx, accountId, proxyIds, order.sale_price_cents)),
    ]);
    await noteUnlisted(tx, services, orderId, problem);
    await store.note(tx, orderId, 'delivered', { own: own.length, bought: bought.length });
    const decision = decisionOn(order);
    if (decision) await tellSettled(tx, services, 'deliver', decision, { status: 'completed' });
    return {
      outcome: 'completed',
      balanceCents: account.balanceCents,
      discountCents: order.discount_cents,
      proxies: delivered,
      listedInResale: !problem,
    };
  });
}

/** An order as billing invoices it, and refunds it. */
export function debitedOrder(order: store.UnderWay) {
  const { order_id: orderId, qty, total_cents: totalCents, unit_price_cents: unitCents } = order;
  const lines = [{ description: order.line_text, qty, unitCents, totalCents }];
  return { orderId, totalCents, lines, buyerEmail: order.buyer_email };
}

/** What support has decided on an order that it has delivered; null on one that is simply under way. */
function decisionOn({ order_id: orderId, delivering_reason: reason, delivering_by: actorId }: store.UnderWay): Decision | null {
  return reason === null ? null : { orderId, actorId, reason };
}

/** Leaves an order to support. What it keeps in stock stays with it until that is settled. */
async function fail(services: Services, order: store.UnderWay, run: number, failure: string): Promise<Ending> {
  const { order_id: orderId } = order;
  const failed = await services.db.transaction(async (tx) => {
    if (!(await store.fail(tx, orderId, run, failure))) return false;
    await store.note(tx, orderId, 'failed', { failure });
    const decision = decisionOn(order);
    if (decision) await tellSettled(tx, services, 'deliver', decision, { status: 'failed', failure });
    return true;
  });
  if (!failed) return { outcome: 'lost' };
  services.log.error({ orderId, failure }, 'an order failed: support has to settle it');
  return { outcome: 'failed', failure };
}

/** An order that so many runs did not bring to an end is one for people. */
const MOST_RUNS = 20;

/** Leaves an order to support whose runs end before it does, whatever the reason. */
async function giveUp(services: Services, orderId: OrderId, run: number): Promise<Ending> {
  const order = await store.underWay(services.db, orderId, run);
  if (!order) return { outcome: 'lost' };
  await services.db.transaction(async (tx) => {
    for (const supplier of proxies.remoteSuppliers(services.extensions)) await supplier.abandon(tx, orderId);
  });
  return fail(services, order, run, 'stuck' satisfies OrderFailure);
}

/** Orders that one process goes on with at once. */
const AT_ONCE = 20;

const resuming = new Set<Promise<unknown>>();

/** Goes on with orders whose run has died: the job behind a crash in any phase. It does not wait for their suppliers. */
export async function resumeOrders(services: Services, stopping: AbortSignal): Promise<void> {
  const room = AT_ONCE - resuming.size;
  if (stopping.aborted || room <= 0) return;
  const spans = { leaseSeconds: leaseSeconds(services), giveUpSeconds: services.env.SUPPLIER_PATIENCE_SECONDS };
  for (const { order_id: orderId, run } of await store.claimOverdue(services.db, spans, room)) {
    const work = store
      .note(services.db, orderId, 'resumed', { run })
      .then(() => (run > MOST_RUNS ? giveUp(services, orderId, run) : fulfil(services, orderId, run)))
      .catch((error) => services.log.error({ err: error, orderId }, 'an order could not be gone on with'))
      .finally(() => resuming.delete(work));
    resuming.add(work);
  }
}
