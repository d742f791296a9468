/** Purchases at the same time (issue: «20 parallel purchases never overdraw»; decisions 21, 26 and 27). */
import { describe, expect, test } from 'vitest';
import { call, refused } from '#tests/harness/client.ts';
import { crowd } from '#tests/harness/crowd.ts';
import { takeStock } from '#tests/harness/locks.ts';
import { created, newKey, newReseller, type Reseller, replayed } from '#tests/harness/reseller.ts';
import { ownSite, sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const one = { country: 'fr', qty: 1 };
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const statuses = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([status, group]) => [status, group.length]),
  );

test('20 parallel purchases never overdraw an account that can pay for 7', async () => {
  const reseller = await newReseller(site(), { balance: 20.5 });
  const answers = await times(20, () => reseller.buy(newKey(), one));
  expect(statuses(answers)).toEqual({ 201: 7, 402: 13 });
  expect(await reseller.money()).toBe(0.2);
});

test('the balance of every answer is one that the account really had', async () => {
  const reseller = await newReseller(site(), { balance: 29 });
  const answers = await times(10, () => reseller.buy(newKey(), one));
  const balances = answers.map((answer) => created(answer).balance).sort((a, b) => b - a);
  expect(balances).toEqual([26.1, 23.2, 20.3, 17.4, 14.5, 11.6, 8.7, 5.8, 2.9, 0]);
});

test('12 parallel requests with one key make one order', async () => {
  const reseller = await newReseller(site());
  const key = newKey();
  const answers = await times(12, () => reseller.buy(key, one));
  const [made, ...more] = answers.filter(({ status }) => status === 201);
  if (!made) throw new Error('none of them bought');
  expect(more).toEqual([]);
  const { order_id } = created(made);
  for (const answer of answers.filter((other) => other !== made)) {
    if (answer.status === 200) expect(replayed(answer).order_id).toBe(order_id);
    else refused(answer, 409, 'request_in_progress');
  }
  expect(await site().services.db.prisma.order.count({ where: { accountId: reseller.accountId } })).toBe(1);
  expect(await reseller.money()).toBe(97.1);
});

test('12 parallel requests with one key for two different orders make one of them', async () => {
  const reseller = await newReseller(site());
  const key = newKey();
  const answers = await times(12, (index) => reseller.buy(key, { country: 'fr', qty: 1 + (index % 2) }));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await site().services.db.prisma.order.count({ where: { accountId: reseller.accountId } })).toBe(1);
});

test('parallel purchases never exceed the daily cap', async () => {
  const reseller = await newReseller(site(), { cap: 10 });
  const answers = await times(12, () => reseller.buy(newKey(), { country: 'fr', qty: 3 }));
  expect(statuses(answers)).toEqual({ 201: 3, 429: 9 });
});

describe('stock', () => {
  const own = ownSite({ stock: 1 });

  test('the last address is sold once', async () => {
    const resellers = await times(12, () => newReseller(own()));
    const answers = await Promise.all(resellers.map((reseller) => reseller.buy(newKey(), one)));
    expect(statuses(answers)).toEqual({ 201: 1, 409: 11 });
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(refused(answer, 409, 'out_of_stock').available).toBe(0);
    }
  });

  test('an address that a buyer holds and gives back is no shortage', async () => {
    const reseller = await newReseller(own());
    const other = await takeStock(own(), 'es');
    const answer = reseller.buy(newKey(), { country: 'es', qty: 1 });
    await other.waitedFor();
    await other.release();
    created(await answer);
  });

  test('an address that a buyer holds and keeps is a shortage', async () => {
    const reseller = await newReseller(own());
    const other = await takeStock(own(), 'eu');
    const answer = reseller.buy(newKey(), { country: 'eu', qty: 1 });
    await other.waitedFor();
    await other.commit();
    expect(refused(await answer, 409, 'out_of_stock').available).toBe(0);
    expect(await reseller.money()).toBe(100);
  });

  test('no address is ever with two proxies, whoever buys', async () => {
    const rows = await own().services.db.prisma.$queryRaw`
      SELECT address_id FROM proxies WHERE expires_at > now() GROUP BY address_id HAVING count(*) > 1`;
    expect(rows).toEqual([]);
  });
});

describe('much at once', () => {
  const own = ownSite({ stock: 40 });

  test('of 60 buyers for 40 addresses, 40 get one each, and nobody waits for ever', async () => {
    const resellers = await crowd(60, () => newReseller(own(), { balance: 3 }));
    const answers = await crowd(60, (nth) => (resellers[nth] as Reseller).buy(newKey(), one), 24);
    expect(statuses(answers)).toEqual({ 201: 40, 409: 20 });
    const ips = await own().services.db.prisma.$queryRaw`SELECT DISTINCT address_id FROM proxies`;
    expect(ips).toHaveLength(40);
  });

  test('orders of every country and size at once neither deadlock nor oversell', async () => {
    const resellers = await times(20, () => newReseller(own()));
    const answers = await Promise.all(
      resellers.map((reseller, index) => reseller.buy(newKey(), { country: index % 2 ? 'es' : 'eu', qty: 1 + (index % 7) })),
    );
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    const sold = answers.filter(({ status }) => status === 201).map((answer) => created(answer));
    for (const country of ['es', 'eu']) {
      const qty = sold.filter((order) => order.country === country).reduce((sum, order) => sum + order.qty, 0);
      expect(qty).toBeLessThanOrEqual(40);
    }
    expect((await call(own(), { path: '/api/v1/reseller/balance' })).status).toBe(401);
  });
});
