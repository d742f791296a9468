/** What other plugins and the site may ask of orders: the purchase, stock and prices, the cap, and the settlement of what failed. */
import type { OrderChannel } from '#prisma/generated/enums.ts';
import { limits } from '#server/kernel/limits.ts';
import { toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import type { AccountData } from '../accounts/port.ts';
import * as billing from '../billing/port.ts';
import * as pricing from '../pricing/port.ts';
import * as proxies from '../proxies/port.ts';
import * as resale from '../resale/port.ts';
import { capacityReturns, headroomByHour, remainingToday } from './rules.ts';
import * as store from './store/orders.ts';

export { buy, type Purchase, type PurchaseOutcome, type PurchaseRequest, type ShownPrice } from './port/purchase.ts';
export { deliverNow, refund, type Settlement, type SettlementOutcome } from './port/settlement.ts';
export { type FailedOrder, failed, type OrderEvent, ownerOf, timeline } from './store/fulfilments.ts';
export { activity, cap, type FoundOrder, find, isClaimed, setCap } from './store/orders.ts';

/** Adds the resale entries that failed at the time of the purchase; the job behind `listed_in_resale: false`. */
export async function makeUpResale(services: Services): Promise<void> {
  await services.db.transaction(async (tx) => {
    for (const order of await store.lockUnlisted(tx, 100)) {
      const delivered = await proxies.proxiesOfOrder(tx, services, order.account_id, order.id);
      const ids = delivered.map((proxy) => proxy.proxy_id);
      const problem = await tx.attempt(async () => {
        await Promise.all([resale.list(tx, order.account_id, ids, order.sale_price_cents), store.setListed(tx, order.id, true)]);
      });
      if (problem) services.log.warn({ err: problem, orderId: order.id }, 'resale entries still cannot be added');
    }
  });
}

/** Stock and price of an order of `qty` proxies, for each country on sale (specification section 4, GET /stock). */
export async function stock(services: Services, principal: Principal, qty: number, channel: OrderChannel) {
  const { db, extensions } = services;
  const [available, quotes] = await Promise.all([
    proxies.stock(db, extensions),
    pricing.quotes(db, extensions, { accountId: principal.accountId, qty, channel }),
  ]);
  return quotes.map((quote) => ({
    country: quote.country,
    available: available(quote.country, quote.unitCents),
    qty,
    total: toEuros(quote.totalCents),
    unit_price: toEuros(quote.unitCents),
  }));
}

/**
 * All that a buyer on the site chooses by: stock and prices of each country, the balance, and what the cap admits. Prices count in the
 * vouchers that the account holds, but for the kinds that it keeps.
 */
export async function offer({ db, extensions }: Services, { accountId }: Principal, redeem: pricing.Redeeming) {
  const [available, steps, balanceCents, cap, counted] = await Promise.all([
    proxies.stock(db, extensions),
    pricing.priceSteps(db, extensions, { accountId, maxQty: limits.proxiesPerOrder, channel: 'site', redeem }),
    billing.balance(db, accountId),
    store.cap(db, accountId),
    store.countedOrders(db, accountId),
  ]);
  const ordered = counted.reduce((sum, order) => sum + order.qty, 0);
  return {
    balanceCents,
    cap,
    remaining: remainingToday(cap, ordered),
    returns: capacityReturns(cap, counted),
    countries: [...new Set(steps.map((step) => step.country))].map((country) => ({
      country,
      available: available(country, null),
      steps: steps
        .filter((step) => step.country === country)
        .map((step) => ({ ...step, available: available(country, step.unitCents) })),
    })),
  };
}

/** Where the account stands with its 24-hour cap, and how capacity returns over the next day where it orders nothing more. */
export async function headroom({ db }: Services, { accountId }: Principal) {
  const [cap, counted] = await Promise.all([store.cap(db, accountId), store.countedOrders(db, accountId)]);
  const now = new Date();
  const leaving = counted.map((order) => order.createdAt.getTime() + limits.capWindowSeconds * 1_000);
  return {
    cap,
    remaining: remainingToday(
      cap,
      counted.reduce((sum, order) => sum + order.qty, 0),
    ),
    nextAt: leaving.length > 0 ? new Date(Math.min(...leaving)) : null,
    wholeAt: leaving.length > 0 ? new Date(Math.max(...leaving)) : null,
    hours: headroomByHour(cap, counted, now),
  };
}

/** The account's orders, which the books refer to: they stay when it goes. */
export const orderData: AccountData = {
  name: 'orders',
  async export({ db }, accountId) {
    return (await store.recent(db, accountId, EVERYTHING)).map(({ id, createdAt, totalCents, ...order }) => ({
      order_id: id,
      ...order,
      total: toEuros(totalCents),
      created_at: createdAt,
    }));
  },
  erase: async () => {},
};

/** More orders than any account has. */
const EVERYTHING = 10_000_000;
