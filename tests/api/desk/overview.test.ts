/** The overview of the desk: figures out of the books, and the check of invariants on demand. */
import { expect, test } from 'vitest';
import { verify } from '#server/operator/verify.ts';
import { verificationJob } from '#server/plugins/support/port.ts';
import { newSupporter } from '#tests/harness/desk.ts';
import { putFailedOrder } from '#tests/harness/orders.ts';
import { created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

test('what is sold stands in the sales of today, and without suppliers all of its net is margin', async () => {
  const { desk } = await newSupporter(site());
  const buyer = await newReseller(site());
  const today = async () => (await desk.overview.sales()).days.at(-1);
  const before = await today();
  const { total_debited } = created(await buyer.buy(newKey(), { country: 'es', qty: 3 }));
  const after = await today();
  expect((after?.sales ?? 0) - (before?.sales ?? 0)).toBeGreaterThanOrEqual(total_debited - 0.001);
  expect(after?.day).toBe(new Date().toISOString().slice(0, 10));
  expect(after?.margin).toBeLessThan(after?.sales ?? 0);
});

test('stock counts what could be sold, country by country', async () => {
  const { desk } = await newSupporter(site());
  const stock = await desk.overview.stock();
  expect(stock.map(({ country }) => country)).toEqual(['fr', 'es', 'eu']);
  expect(stock.every(({ own, elsewhere }) => own >= 0 && elsewhere === 0)).toBe(true);
});

test('failures are counted on the day of the first one, and on that of their end', async () => {
  const { desk } = await newSupporter(site());
  const { prisma } = site().services.db;
  const buyer = await newReseller(site());
  const dayAgo = async (days: number) => (await desk.overview.failures()).days.at(-1 - days);
  const [before, earlier, { count }] = await Promise.all([dayAgo(0), dayAgo(3), desk.overview.failures()]);
  const put = () => putFailedOrder(site(), buyer, { key: newKey(), country: 'fr', qty: 1 });
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
  const { desk } = await newSupporter(site());
  let made = 0;
  const job = verificationJob(({ db, secrets }) => {
    made += 1;
    return verify(db, { secrets });
  });
  const { signal } = new AbortController();
  await desk.overview.verify();
  await desk.overview.verify();
  await Promise.all([job.run(site().services, signal), job.run(site().services, signal)]);
  await job.run(site().services, signal);
  expect(made).toBe(1);
  const { running, finished_at, checked } = await desk.overview.invariants();
  expect(running).toBe(false);
  expect(new Date(finished_at ?? 0).getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(checked?.rules).toBeGreaterThan(20);
});

test('a check that breaks off says so, and the next one is made', async () => {
  const { desk } = await newSupporter(site());
  const { signal } = new AbortController();
  const breaking = verificationJob(() => Promise.reject(new Error('the database went away')));
  await desk.overview.verify();
  await expect(breaking.run(site().services, signal)).rejects.toThrow('went away');
  expect(await desk.overview.invariants()).toMatchObject({ ok: false, running: false });
  await desk.overview.verify();
  expect((await desk.overview.invariants()).running).toBe(true);
});
