/** What other plugins and the site may ask of orders; the purchase and what a buyer chooses by stand in port/. */
import { toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import type { AccountData } from '../accounts/port.ts';
import * as proxies from '../proxies/port.ts';
import * as resale from '../resale/port.ts';
import { countUnsettled } from './store/fulfilments.ts';
import * as store from './store/orders.ts';

export { headroom, offer, stock } from './port/offer.ts';
export { buy, type ShownPrice } from './port/purchase.ts';
export { type Decision, type Settled, type SettlementLog, settlementLogs } from './port/settled.ts';
export { deliverNow, refund, type SettlementOutcome } from './port/settlement.ts';
export { type FailedSort, failedSorts } from './rules.ts';
export { failed, failuresByDay, settled, waiting } from './store/failures.ts';
export { ownerOf, timeline } from './store/fulfilments.ts';
export { activity, cap, type FoundOrder, find, isClaimed, ownCap, recent, setCap } from './store/orders.ts';

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

/** The account's orders, which the books refer to: they stay when it goes. */
export const orderData: AccountData = {
  name: 'orders',
  async export({ db }, accountId) {
    return (await store.all(db, accountId)).map(({ id, createdAt, totalCents, ...order }) => ({
      order_id: id,
      ...order,
      total: toEuros(totalCents),
      created_at: createdAt,
    }));
  },
  async holds(tx, accountId) {
    const amount = await countUnsettled(tx, accountId);
    return amount > 0 ? { kind: 'orders', amount } : null;
  },
  erase: async () => {},
};
