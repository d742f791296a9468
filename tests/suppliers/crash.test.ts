/** kill -9 at every point of an order that a supplier delivers: another run goes on with it, and everybody is charged once. */
import { describe, expect, test, vi } from 'vitest';
import type { OrderId } from '#server/kernel/ids.ts';
import { settle } from '#server/plugins/support/port.ts';
import { call } from '#tests/harness/client.ts';
import { mailsTo } from '#tests/harness/mails.ts';
import { type Arm, mortalShop } from '#tests/harness/mortal-shop.ts';
import { BASE, newKey, newReseller, replayed } from '#tests/harness/reseller.ts';
import { addSupplierTo, booksAreRight } from '#tests/harness/supplied.ts';

const shop = mortalShop();
const { pair, at } = shop;

/** The shop dies when the supplier is about to hear of its nth purchase from now on. */
const whenAsked =
  (nth: number): Arm =>
  (die) => {
    let asked = 0;
    pair().line.behave(async () => {
      asked += 1;
      if (asked < nth) return 'refused';
      if (asked > nth) return 'none';
      await die();
      return 'cut_before';
    });
  };

const whenSold: Arm = (die) =>
  pair().line.onAnswer(async () => {
    pair().line.onAnswer(null);
    await die();
  });

const whenFailed: Arm = (die) =>
  void vi
    .waitFor(async () => expect(await pair().shop.services.db.prisma.order.count({ where: { status: 'failed' } })).toBe(1), {
      timeout: 60_000,
      interval: 10,
    })
    .then(die);

/** What is about to happen when the shop dies; of several, each time that it dies. */
const delivered: readonly [string, ...Arm[]][] = [
  ['before the order is written', at('orders.insert')],
  ['before the order is begun', at('orders.begin')],
  ['before the supplier is asked', at('suppliers.count_attempt')],
  ['when the supplier has not heard yet', whenAsked(1)],
  ['when the supplier has sold', whenSold],
  ['before the delivery is written', at('suppliers.answer')],
  ['while the delivery is written', at('proxies.insert_upstream')],
  ['before what came is counted', at('suppliers.standing')],
  ['before the order ends', at('orders.end')],
  ['before the proxies are written', at('proxies.insert\0')],
  ['before the invoice is written', at('billing.invoice')],
  ['before the resale entries are written', at('resale.insert\0')],
  ['twice: when the supplier has sold, and before the order ends', whenSold, at('orders.end')],
  ['twice: before the delivery is written, and where it is taken over', at('suppliers.answer'), at('"run":2')],
  ['three times: before the order ends', at('orders.end'), at('orders.end'), at('orders.end')],
];

/** Those of an order whose first supplier has none left. */
const foundElsewhere: readonly [string, ...Arm[]][] = [
  ['before the refusal is written', at('suppliers.answer')],
  ['before another supplier is written down', at('orders.bought_anew')],
  ['when another supplier has not heard yet', whenAsked(2)],
];

/** Those of an order that fails. */
const failed: readonly [string, ...Arm[]][] = [
  ['before the failure is written', at('orders.fail')],
  ['before the failure is committed', at('{"failure"')],
  ['when it has failed', whenFailed],
  ['twice: before the failure is written, and again', at('orders.fail'), at('orders.fail')],
];

/** A supplier of the test's own, and somebody who buys two of it. */
async function prepare() {
  const { prisma } = pair().shop.services.db;
  pair().line.behave(() => 'none');
  await prisma.supplier.updateMany({ data: { pausedAt: new Date() } });
  const supplier = await addSupplierTo(pair(), `killed-${Date.now()}`, { countries: ['fr'], balance: 100 });
  const buyer = await newReseller(pair().shop, { balance: 100 });
  const key = newKey();
  const order = { country: 'fr', qty: 2 };
  return {
    prisma,
    supplier,
    buyer,
    buy: () => buyer.buy(key, order),
    /** Asks under the same key of the shop as it runs now. */
    again: () =>
      call(pair().shop, {
        method: 'POST',
        path: `${BASE}/buy`,
        headers: { ...buyer.auth, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(order),
      }),
    ended: () =>
      vi.waitFor(async () => expect(await prisma.order.count({ where: { status: 'processing' } })).toBe(0), {
        timeout: 60_000,
        interval: 250,
      }),
  };
}

describe('kill -9', () => {
  test.for(delivered)('%s', { timeout: 180_000 }, async ([, ...arms]) => {
    const { prisma, supplier, buyer, buy, again, ended } = await prepare();
    await shop.dies(arms, buy);
    await ended();
    const answer = await again();
    if (answer.status !== 201) replayed(answer);
    expect(await prisma.order.count({ where: { accountId: buyer.accountId } })).toBe(1);
    expect(await buyer.money()).toBe(94.2);
    expect(await supplier.account.money()).toBe(94.2);
    await booksAreRight(pair());
  });

  test.for(foundElsewhere)('of an order that is delivered by another: %s', { timeout: 180_000 }, async ([, ...arms]) => {
    const { prisma, supplier, buyer, buy, again, ended } = await prepare();
    const other = await addSupplierTo(pair(), `other-${Date.now()}`, { countries: ['fr'], preference: 2, balance: 100 });
    let asked = 0;
    pair().line.behave(() => (++asked === 1 ? 'refused' : 'none'));
    await shop.dies(arms, buy);
    await ended();
    const { order_id } = replayed(await again());
    expect(await buyer.money()).toBe(94.2);
    const bought = await prisma.supplierOrder.findMany({ where: { orderId: order_id }, orderBy: { id: 'asc' } });
    // A refusal that was not heard is asked for again, and then it is sold. By the time of a later run the first may have some again.
    expect(bought.map(({ status }) => status)).toEqual(bought.length === 1 ? ['delivered'] : ['refused', 'delivered']);
    expect((await supplier.account.money()) + (await other.account.money())).toBeCloseTo(194.2);
    await booksAreRight(pair());
  });

  test.for(failed)('of an order that fails: %s', { timeout: 180_000 }, async ([, ...arms]) => {
    const { prisma, supplier, buyer, buy, again, ended } = await prepare();
    pair().line.behave(() => 'order_failed_before');
    await shop.dies(arms, buy);
    await ended();
    const answer = await again();
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 409, code: 'order_failed' });
    expect(await prisma.order.count({ where: { accountId: buyer.accountId } })).toBe(1);
    expect(await buyer.money()).toBe(94.2);
    expect(await supplier.account.money()).toBe(100);
    await booksAreRight(pair());

    const orderId = Number(answer.body.order_id) as OrderId;
    const decision = { orderId, how: 'refund', reason: 'Settled by a test', actorId: null } as const;
    expect(await settle(pair().shop.services, decision)).toMatchObject({ outcome: 'refunded', balanceCents: 10_000 });
    expect(await mailsTo(pair().shop.services, buyer.email)).toHaveLength(1);
    await booksAreRight(pair());
  });
});
