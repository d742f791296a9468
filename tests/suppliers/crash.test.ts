/** kill -9 at every point of an order that a supplier delivers: another run goes on with it, and everybody is charged once. */
import { describe, expect, test, vi } from 'vitest';
import type { OrderId } from '#server/kernel/ids.ts';
import { settle } from '#server/plugins/support/port.ts';
import { call } from '#tests/harness/client.ts';
import { mailsTo } from '#tests/harness/mails.ts';
import { type Arm, mortalShop } from '#tests/harness/mortal-shop.ts';
import { BASE, created, newKey, newReseller, replayed } from '#tests/harness/reseller.ts';
import { addOwnTo, addSupplierTo, booksAreRight, ownAddressesOf } from '#tests/harness/supplied.ts';

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

/** The shop dies when two suppliers are under way at once: of each, whether it has sold by then, or not heard yet. */
const whenBothAreAsked =
  (sold: number): Arm =>
  (die) => {
    let asked = 0;
    let reached = 0;
    const died = Promise.withResolvers<void>();
    const wait = async () => {
      reached += 1;
      if (reached === 2) await die().then(died.resolve);
      else await died.promise;
    };
    pair().line.onAnswer(wait);
    pair().line.behave(async () => {
      asked += 1;
      if (asked > 2 || asked <= sold) return 'none';
      await wait();
      return 'cut_before';
    });
  };

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

/** Those of an order that takes one of our own addresses, and buys the other. */
const ofBoth: readonly [string, ...Arm[]][] = [
  ['before the address is kept', at('proxies.reserve')],
  ['when the supplier has sold', whenSold],
  ['before the kept address is taken', at('proxies.take_reserved')],
  ['before what was kept too much is released', at('proxies.release')],
  ['twice: before the kept address is taken, and before the release', at('proxies.take_reserved'), at('proxies.release')],
];

/** Those of an order that two suppliers deliver one each. */
const ofTwo: readonly [string, Arm][] = [
  ['when neither has heard yet', whenBothAreAsked(0)],
  ['when one has sold and the other has not heard yet', whenBothAreAsked(1)],
  ['when both have sold', whenBothAreAsked(2)],
];

/** Those of an order that fails. */
const failed: readonly [string, ...Arm[]][] = [
  ['before the failure is written', at('orders.fail')],
  ['before the failure is committed', at('{"failure"')],
  ['when it has failed', whenFailed],
  ['twice: before the failure is written, and again', at('orders.fail'), at('orders.fail')],
];

/** A supplier of the test's own, and somebody who buys two of it. @param capPerDay it sells no more. */
async function prepare(capPerDay = 1_000) {
  const { prisma } = pair().shop.services.db;
  pair().line.behave(() => 'none');
  await prisma.supplier.updateMany({ data: { pausedAt: new Date() } });
  const supplier = await addSupplierTo(pair(), `killed-${Date.now()}`, { countries: ['fr'], capPerDay, balance: 100 });
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
        timeout: 120_000,
        interval: 250,
      }),
  };
}

describe('kill -9', () => {
  test.for(delivered)('%s', { timeout: 300_000 }, async ([, ...arms]) => {
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

  test.for(foundElsewhere)('of an order that is delivered by another: %s', { timeout: 300_000 }, async ([, ...arms]) => {
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

  test.for(ofBoth)('of an order of own and bought: %s', { timeout: 300_000 }, async ([, ...arms]) => {
    const { prisma, supplier, buyer, buy, again, ended } = await prepare();
    const { leased } = await ownAddressesOf(pair());
    await addOwnTo(pair(), 'fr');
    await shop.dies(arms, buy);
    await ended();
    const answer = await again();
    const { order_id } = answer.status === 201 ? created(answer) : replayed(answer);
    const proxies = await prisma.proxy.findMany({ where: { orderId: order_id } });
    expect(proxies.map(({ addressId }) => addressId === null).toSorted()).toEqual([false, true]);
    expect(await ownAddressesOf(pair())).toEqual({ leased: leased + 1, kept: 0, free: 0 });
    expect(await prisma.order.count({ where: { accountId: buyer.accountId } })).toBe(1);
    expect(await buyer.money()).toBe(94.2);
    expect(await supplier.account.money()).toBe(97.1);
    await booksAreRight(pair());
  });

  test.for(ofTwo)('while two suppliers are asked at once: %s', { timeout: 300_000 }, async ([, arm]) => {
    const { prisma, supplier, buyer, buy, again, ended } = await prepare(1);
    const other = await addSupplierTo(pair(), `other-${Date.now()}`, { countries: ['fr'], capPerDay: 1, balance: 100 });
    await shop.dies([arm], buy);
    await ended();
    const { order_id } = replayed(await again());
    const bought = await prisma.supplierOrder.findMany({ where: { orderId: order_id } });
    expect(bought.map(({ status, attempts }) => ({ status, attempts }))).toEqual([
      { status: 'delivered', attempts: 2 },
      { status: 'delivered', attempts: 2 },
    ]);
    expect(await buyer.money()).toBe(94.2);
    for (const { account } of [supplier, other]) expect(await account.money()).toBe(97.1);
    await booksAreRight(pair());
  });

  test.for(failed)('of an order that fails: %s', { timeout: 300_000 }, async ([, ...arms]) => {
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
