/** An order of which one supplier delivered its part and another failed, delivered by support later: what came is good for a day. */
import { expect, test } from 'vitest';
import type { OrderId } from '#server/kernel/ids.ts';
import * as orders from '#server/plugins/orders/port.ts';
import { newSupporter } from '#tests/harness/desk.ts';
import { created, newKey, newReseller, replayed } from '#tests/harness/reseller.ts';
import { addOwnTo, addSupplierTo, booksAreRight, suppliedSite } from '#tests/harness/supplied.ts';

const pair = suppliedSite();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const before = (moment: Date, ms: number) => new Date(moment.getTime() - ms);

/** An order of two of which one came, some hours ago. Nobody sells anything any more. */
async function failedOrder(hoursAgo: number) {
  const { shop, line } = pair();
  const { prisma } = shop.services.db;
  await prisma.supplier.updateMany({ data: { pausedAt: new Date() } });
  for (const part of ['one', 'two']) await addSupplierTo(pair(), `${part}-${hoursAgo}`, { countries: ['fr'], capPerDay: 1 });
  const buyer = await newReseller(shop, { balance: 100 });
  let asked = 0;
  line.behave(() => (asked++ === 0 ? 'none' : 'order_failed_after'));
  const key = newKey();
  const { body } = await buyer.buy(key, { country: 'fr', qty: 2 });
  line.behave(() => 'none');
  expect(body).toMatchObject({ code: 'order_failed' });
  const orderId = Number(body.order_id) as OrderId;
  await prisma.supplier.updateMany({ data: { pausedAt: new Date() } });

  const passed = hoursAgo * HOUR_MS;
  const { createdAt } = await prisma.order.findUniqueOrThrow({ where: { id: orderId } });
  await prisma.order.update({ where: { id: orderId }, data: { createdAt: before(createdAt, passed) } });
  const part = await prisma.supplierOrder.findFirstOrThrow({ where: { orderId, status: 'delivered' } });
  const upstream = await prisma.upstream.findFirstOrThrow({ where: { supplierOrderId: part.id } });
  const expiresAt = before(upstream.expiresAt ?? new Date(), passed);
  await prisma.upstream.update({ where: { id: upstream.id }, data: { expiresAt } });
  return {
    part,
    upstreamId: upstream.id,
    deliver: () => orders.deliverNow(shop.services, { orderId, actorId: null, reason: 'Delivered by a test' }),
    proxies: async () => {
      expect(replayed(await buyer.buy(key, { country: 'fr', qty: 2 })).proxies.length).toBe(2);
      return prisma.proxy.findMany({ where: { orderId } });
    },
  };
}

/** Adds an address of our own whose proxy ended so many minutes ago. */
async function addReturned(minutesAgo: number): Promise<void> {
  const { shop } = pair();
  const { prisma } = shop.services.db;
  await addOwnTo(pair(), 'fr');
  const earlier = await newReseller(shop, { balance: 100 });
  const { order_id: id } = created(await earlier.buy(newKey(), { country: 'fr', qty: 1 }));
  const { addressId } = await prisma.proxy.findFirstOrThrow({ where: { orderId: id } });
  const ended = before(new Date(), minutesAgo * 60_000);
  const createdAt = before(ended, 30 * DAY_MS);
  await prisma.order.update({ where: { id }, data: { createdAt } });
  await prisma.proxy.updateMany({ where: { orderId: id }, data: { createdAt, expiresAt: ended } });
  await prisma.address.update({ where: { id: addressId ?? 0 }, data: { freeAt: ended } });
}

test('within the day what came is passed on, and so is an address whose proxy ended since the order', async () => {
  const order = await failedOrder(2);
  await addReturned(30);
  expect(await order.deliver()).toEqual({ outcome: 'delivered' });
  expect((await order.proxies()).map(({ upstreamId }) => upstreamId)).toContain(order.upstreamId);
  await booksAreRight(pair());
});

test.for([5, 31])('after %s days all of it is bought anew for the full time, and what came is claimed', async (days) => {
  const { services } = pair().shop;
  const order = await failedOrder(days * 24);
  expect(await order.deliver()).toMatchObject({ outcome: 'still_failed', failure: 'out_of_stock' });
  await addOwnTo(pair(), 'fr', 2);
  expect(await order.deliver()).toEqual({ outcome: 'delivered' });
  const proxies = await order.proxies();
  expect(proxies.map(({ upstreamId }) => upstreamId)).toEqual([null, null]);
  for (const { expiresAt } of proxies) expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 29.9 * DAY_MS);
  const { desk } = await newSupporter(pair().shop);
  const keys = (await desk.settlement.claims({})).claims.map(({ key }) => key);
  expect(keys).toContain(order.part.key);
  expect(await services.db.prisma.supplierOrder.count({ where: { status: 'asked' } })).toBe(0);
  await booksAreRight(pair());
});
