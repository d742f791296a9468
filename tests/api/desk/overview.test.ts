/** The overview of the desk: figures out of the books, and the check of invariants on demand. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '#server/operator/verify.ts';
import { verificationJob } from '#server/plugins/support/port.ts';
import { clearOfMidnight } from '#tests/harness/midnight.ts';
import { putFailedOrder } from '#tests/harness/orders.ts';
import { newHolder, ownServices } from '#tests/harness/procedures.ts';
import { newKey } from '#tests/harness/reseller.ts';
import { newStaff } from '#tests/harness/staff.ts';

const services = ownServices(20);

test('what is sold stands in the sales of today, and without suppliers all of its net is margin', async () => {
  await clearOfMidnight();
  const { call: desk } = await newStaff(services());
  const buyer = await newHolder(services(), 100_00);
  const today = async () => (await desk.overview.sales()).days.at(-1);
  const before = await today();
  const { order } = await buyer.call.orders.buy({ idempotencyKey: randomUUID(), country: 'es', qty: 3 });
  const after = await today();
  expect((after?.sales ?? 0) - (before?.sales ?? 0)).toBeCloseTo(order.total_debited, 5);
  expect(after?.day).toBe(new Date().toISOString().slice(0, 10));
  expect(after?.margin).toBeLessThan(after?.sales ?? 0);
});

test('stock counts what could be sold, country by country', async () => {
  const { call: desk } = await newStaff(services());
  const stock = await desk.overview.stock();
  expect(stock.map(({ country }) => country)).toEqual(['fr', 'es', 'eu']);
  expect(stock.every(({ own, elsewhere }) => own >= 0 && elsewhere === 0)).toBe(true);
});

test('failures are counted on the day of the first one, and on that of their end', async () => {
  await clearOfMidnight();
  const { call: desk } = await newStaff(services());
  const { prisma } = services().db;
  const { principal: buyer } = await newHolder(services(), 100_00);
  const dayAgo = async (days: number) => (await desk.overview.failures()).days.at(-1 - days);
  const [before, earlier, { count }] = await Promise.all([dayAgo(0), dayAgo(3), desk.overview.failures()]);
  const put = () => putFailedOrder({ services: services() }, buyer, { key: newKey(), country: 'fr', qty: 1 });
  const [refunded, delivered, waiting] = [await put(), await put(), await put()];
  await prisma.fulfilment.update({
    where: { orderId: refunded },
    data: { failedAt: new Date(Date.now() - 3 * 24 * 60 * 60 * 1_000) },
  });
  await desk.settlement.settle({ order_id: refunded, how: 'refund', reason: 'for a test' });
  await desk.settlement.settle({ order_id: delivered, how: 'deliver', reason: 'for a test' });
  expect(await dayAgo(0)).toMatchObject({
    failed: (before?.failed ?? 0) + 2,
    delivered: (before?.delivered ?? 0) + 1,
    refunded: (before?.refunded ?? 0) + 1,
  });
  expect(await dayAgo(3)).toEqual({ ...earlier, failed: (earlier?.failed ?? 0) + 1 });
  expect((await desk.overview.failures()).days).toHaveLength(30);
  expect((await desk.overview.failures()).count).toBe(count + 1);
  await desk.settlement.settle({ order_id: waiting, how: 'refund', reason: 'for a test' });
});

test('a check that is asked for is made once, however many processes there are', async () => {
  const { call: desk } = await newStaff(services());
  let made = 0;
  const job = verificationJob(({ db, secrets }) => {
    made += 1;
    return verify(db, { secrets });
  });
  const { signal } = new AbortController();
  await desk.overview.verify();
  await desk.overview.verify();
  await Promise.all([job.run(services(), signal), job.run(services(), signal)]);
  await job.run(services(), signal);
  expect(made).toBe(1);
  const { running, finished_at, checked } = await desk.overview.invariants();
  expect(running).toBe(false);
  expect(new Date(finished_at ?? 0).getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(checked?.rules).toBeGreaterThan(20);
});

test('a check that breaks off says so, and the next one is made', async () => {
  const { call: desk } = await newStaff(services());
  const { signal } = new AbortController();
  const breaking = verificationJob(() => Promise.reject(new Error('the database went away')));
  await desk.overview.verify();
  await expect(breaking.run(services(), signal)).rejects.toThrow('went away');
  expect(await desk.overview.invariants()).toMatchObject({ ok: false, running: false });
  await desk.overview.verify();
  expect((await desk.overview.invariants()).running).toBe(true);
});
