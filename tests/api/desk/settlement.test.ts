/** Failed orders at the desk: delivered or refunded once, with the audit in the same transaction. */
import { expect, test } from 'vitest';
import { newSupporter, refusalOf } from '#tests/harness/desk.ts';
import { putFailedOrder } from '#tests/harness/orders.ts';
import { callerOf } from '#tests/harness/owner.ts';
import { created, newKey, newReseller, replayed } from '#tests/harness/reseller.ts';
import { ownSite } from '#tests/harness/site.ts';

const site = ownSite({ stock: 60 });
const reason = 'asked for by phone';

/** A customer with 100 euros less a failed order of 5. */
async function failedOrder() {
  const customer = await newReseller(site());
  const key = newKey();
  const orderId = await putFailedOrder(site(), customer, { key, country: 'fr', qty: 2 });
  return { customer, key, order_id: orderId as number, again: () => customer.buy(key, { country: 'fr', qty: 2 }) };
}

const auditOfOrder = (orderId: number) =>
  site().services.db.prisma.auditEntry.findMany({ where: { subjectKind: 'order', subjectId: String(orderId) } });

test('the queue tells of a failed order, how long it waits and what it holds', async () => {
  const { desk } = await newSupporter(site());
  const { order_id, customer, again } = await failedOrder();
  expect((await again()).body).toMatchObject({ code: 'order_failed', order_id });
  const queue = await desk.settlement.queue({});
  expect(queue.orders.find((order) => order.order_id === order_id)).toMatchObject({
    email: customer.email,
    qty: 2,
    total: 5,
    failure: 'nobody had enough in stock',
  });
  expect(queue.held).toBeGreaterThanOrEqual(5);
  const seen = await desk.settlement.order({ order_id });
  expect(seen).toMatchObject({ status: 'failed', account_id: customer.accountId, proxies: [] });
  expect(seen.timeline.map(({ kind }) => kind)).toEqual(['debited', 'failed']);
  expect(await refusalOf(desk.settlement.order({ order_id: 2_000_000_000 }))).toBe('NOT_FOUND');
});

test('the queue goes by age and by what is held, page by page, and its sums are of all of it', async () => {
  const { desk } = await newSupporter(site());
  const customer = await newReseller(site(), { balance: 200 });
  const before = await desk.settlement.queue({});
  for (const qty of [3, 1, 2]) await putFailedOrder(site(), customer, { key: newKey(), country: 'es', qty, unitCents: 100 });
  for (let more = 0; more < 52; more += 1) {
    await putFailedOrder(site(), customer, { key: newKey(), country: 'es', qty: 1, unitCents: 150 });
  }
  const pages = await Promise.all([1, 2, 3].map((page) => desk.settlement.queue({ sort: 'oldest', page })));
  const all = pages.flatMap(({ orders }) => orders);
  expect(pages[0]?.orders).toHaveLength(50);
  for (const { total, held, oldest_at } of pages) {
    expect({ total, oldest_at }).toEqual({ total: before.total + 55, oldest_at: all[0]?.failed_at });
    expect(held).toBeCloseTo(before.held + 84);
  }
  expect(new Set(all.map(({ order_id }) => order_id)).size).toBe(all.length);
  const aged = all.map(({ failed_at }) => failed_at);
  expect(aged).toEqual(aged.toSorted());
  const newest = await desk.settlement.queue({ sort: 'newest' });
  expect(newest.orders[0]?.order_id).toBe(all.at(-1)?.order_id);
  for (const [sort, direction] of [
    ['most_held', -1],
    ['least_held', 1],
  ] as const) {
    const held = (await desk.settlement.queue({ sort })).orders.map(({ total }) => total);
    expect(held).toEqual(held.toSorted((one, other) => direction * (one - other)));
  }
});

test('delivered now: the key answers with the proxies, nothing is debited again, and the audit says who did it', async () => {
  const { desk, principal } = await newSupporter(site());
  const { order_id, customer, again } = await failedOrder();
  expect(await desk.settlement.settle({ order_id, how: 'deliver', reason })).toEqual({ outcome: 'delivered' });
  expect(replayed(await again()).proxies).toHaveLength(2);
  expect(await customer.money()).toBe(95);
  expect(await auditOfOrder(order_id)).toMatchObject([
    {
      action: 'settlement.deliver',
      actorId: principal.accountId,
      reason,
      before: { status: 'failed' },
      after: { status: 'completed' },
    },
  ]);
});

test('refunded: the money is back by a credit note, and the key answers order_failed for ever', async () => {
  const { desk, principal } = await newSupporter(site());
  const { order_id, customer, again } = await failedOrder();
  const settled = await desk.settlement.settle({ order_id, how: 'refund', reason });
  expect(settled).toMatchObject({ outcome: 'refunded', balance: 100 });
  expect(await customer.money()).toBe(100);
  expect((await again()).body).toMatchObject({ code: 'order_failed', order_id });
  expect(await auditOfOrder(order_id)).toMatchObject([
    { action: 'settlement.refund', actorId: principal.accountId, after: { status: 'refunded', credit_note: expect.any(String) } },
  ]);
  expect(await desk.settlement.settle({ order_id, how: 'deliver', reason })).toEqual({ outcome: 'not_failed' });
});

test('several who settle it at once, both ways: one decision counts', async () => {
  const supporters = await Promise.all([newSupporter(site()), newSupporter(site())]);
  const { order_id, customer } = await failedOrder();
  const answers = await Promise.all(
    supporters.flatMap(({ desk }) =>
      (['deliver', 'refund'] as const).map((how) => desk.settlement.settle({ order_id, how, reason })),
    ),
  );
  expect(answers.filter(({ outcome }) => outcome !== 'not_failed')).toHaveLength(1);
  expect(await auditOfOrder(order_id)).toHaveLength(1);
  const { status } = await site().services.db.prisma.order.findUniqueOrThrow({ where: { id: order_id } });
  expect(await customer.money()).toBe(status === 'refunded' ? 100 : 95);
});

test('a settlement whose audit cannot be written does not happen', async () => {
  const { principal, desk } = await newSupporter(site());
  const { order_id, customer } = await failedOrder();
  // An actor that no account has: the foreign key refuses the entry.
  const nobody = callerOf(site().services, { ...principal, accountId: 2_000_000_000 as typeof principal.accountId });
  await expect(nobody.support.settlement.settle({ order_id, how: 'refund', reason })).rejects.toThrow();
  expect(await customer.money()).toBe(95);
  expect((await desk.settlement.order({ order_id })).status).toBe('failed');
});

test('an order that did not fail is not settled', async () => {
  const { desk } = await newSupporter(site());
  const customer = await newReseller(site());
  const { order_id } = created(await customer.buy(newKey(), { country: 'fr', qty: 1 }));
  expect(await desk.settlement.settle({ order_id, how: 'refund', reason })).toEqual({ outcome: 'not_failed' });
  expect(await auditOfOrder(order_id)).toEqual([]);
});
