/** The operator's commands about suppliers and failed orders, beside a running site that sells from another. */
import { beforeAll, expect, test, vi } from 'vitest';
import { putFailedOrder } from '#tests/harness/orders.ts';
import { BASE, created, newKey, newReseller, type Reseller, replayed, stockOf, withTypo } from '#tests/harness/reseller.ts';
import { booksAreRight, suppliedSite } from '#tests/harness/supplied.ts';
import { operatorOf } from '../operator/command.ts';

const pair = suppliedSite();

let operator: ReturnType<typeof operatorOf>;
let account: Reseller;
let buyer: Reseller;

beforeAll(async () => {
  const { shop, supplier } = pair();
  operator = operatorOf({ ...shop.env });
  account = await newReseller(supplier, { balance: 500, cap: 1_000 });
  buyer = await newReseller(shop, { balance: 100 });
});

const add = (name: string, apiKey: string) => {
  const { line, shop, supplier } = pair();
  const site = `http://127.0.0.1:${supplier.port}`;
  const { json } = operatorOf({ ...shop.env }, apiKey);
  return json('supplier', 'add', name, '--url', `${line.url}${BASE}`, '--site-url', site);
};

// Its stock is what our 500 euros there pay for, at 2.90 and 2.70 each.
test('a supplier that does not answer with this key is not added; one that does is sold from at once', async () => {
  expect(await add('wholesaler', withTypo(account.apiKey))).toMatchObject({ code: 1, answer: { ok: false } });
  expect(await add('wholesaler', '')).toMatchObject({ code: 1, answer: { error: expect.stringContaining('on standard input') } });
  const { code, answer } = await add('wholesaler', account.apiKey);
  expect({ code, answer }).toMatchObject({
    code: 0,
    answer: { ok: true, suppliers: [{ name: 'wholesaler', health: 'up', balance_cents: 50_000 }] },
  });
  expect(JSON.stringify(answer)).not.toContain(account.apiKey);
  expect(await add('wholesaler', account.apiKey)).toMatchObject({ code: 1 });
  expect(stockOf(await buyer.stock()).fr.available).toBe(172);
  expect(created(await buyer.buy(newKey(), { country: 'fr', qty: 1 })).proxies.length).toBe(1);
});

test('its key is replaced by one that it takes, and by no other', async () => {
  const { shop } = pair();
  const give = (apiKey: string) => operatorOf({ ...shop.env }, apiKey).json('supplier', 'key', 'wholesaler');
  const another = await newReseller(pair().supplier, { balance: 500, cap: 1_000 });
  expect(await give(withTypo(another.apiKey))).toMatchObject({ code: 1, answer: { ok: false } });
  expect(created(await buyer.buy(newKey(), { country: 'es', qty: 1 })).proxies.length).toBe(1);
  expect(await account.money()).toBeLessThan(500 - 2 * 2);
  expect(await give(another.apiKey)).toMatchObject({ code: 0 });
  expect(created(await buyer.buy(newKey(), { country: 'es', qty: 1 })).proxies.length).toBe(1);
  expect(await another.money()).toBeLessThan(500);
  expect(await give(account.apiKey)).toMatchObject({ code: 0 });
});

test('its terms are changed, and nothing is bought there while it is paused', async () => {
  expect(await operator.json('supplier', 'terms', 'wholesaler', '--countries', 'fr', '--cap', '3')).toMatchObject({ code: 0 });
  expect(stockOf(await buyer.stock()).fr.available).toBe(2);
  expect(await operator.json('supplier', 'pause', 'wholesaler')).toMatchObject({ answer: { suppliers: [{ health: 'paused' }] } });
  expect(stockOf(await buyer.stock()).es.available).toBe(0);
  expect(await operator.json('supplier', 'resume', 'wholesaler')).toMatchObject({ code: 0 });
  // What was seen before the pause may be too old by now, until the next look.
  await vi.waitFor(async () => expect(stockOf(await buyer.stock()).es.available).toBeGreaterThan(180), {
    timeout: 60_000,
    interval: 3_000,
  });
  expect(await operator.json('supplier', 'pause', 'nobody')).toMatchObject({ code: 1 });
});

test('failed orders are listed with what they hold, shown whole, and settled both ways', async () => {
  const { shop } = pair();
  const put = (key: string) => putFailedOrder(shop, buyer, { key, country: 'es', qty: 2, unitCents: 300 });
  const keys = [newKey(), newKey()] as const;
  const [first, second] = [await put(keys[0]), await put(keys[1])];
  expect(await operator.json('orders', 'failed')).toMatchObject({
    code: 0,
    answer: { held: 12, orders: [{ order_id: first, total: 6 }, { order_id: second }] },
  });
  const shortly = ['order', 'settle', String(first), '--deliver', '--reason', 'ok'] as const;
  expect(await operator.json(...shortly)).toMatchObject({ code: 2, answer: { error: expect.stringContaining('3 to 200') } });
  expect(await operator.json('order', 'show', String(first))).toMatchObject({ answer: { status: 'failed', email: buyer.email } });
  expect((await operator.run('order', 'show', String(first))).stdout).toContain('Timeline');

  const settle = (id: number, how: string) =>
    operator.json('order', 'settle', String(id), how, '--reason', 'The supplier is back');
  expect(await settle(first, '--deliver')).toMatchObject({ code: 0, answer: { status: 'completed' } });
  expect(await settle(second, '--refund')).toMatchObject({ code: 0, answer: { status: 'refunded' } });
  expect(await settle(second, '--deliver')).toMatchObject({ code: 1 });
  expect((await operator.run('order', 'settle', String(first), '--deliver', '--refund', '--reason', 'both')).code).toBe(2);
  expect(replayed(await buyer.buy(keys[0], { country: 'es', qty: 2 })).proxies.length).toBe(2);
  expect((await buyer.buy(keys[1], { country: 'es', qty: 2 })).body).toMatchObject({ code: 'order_failed', order_id: second });
  expect(await operator.json('orders', 'failed')).toMatchObject({ answer: { held: 0, orders: [] } });
  await booksAreRight(pair());
});
