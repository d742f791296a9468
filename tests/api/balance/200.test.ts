/** GET /balance, 200 (specification sections 2 and 4). */
import { expect, test } from 'vitest';
import { call } from '#tests/harness/client.ts';
import { BASE, balanceOf, created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

test('tells the balance in euros, with the currency', async () => {
  const reseller = await newReseller(site(), { balance: 125.5 });
  expect((await reseller.balance()).body).toEqual({ ok: true, balance: 125.5, currency: 'EUR' });
});

test.each([0, 0.01, 0.1, 0.29, 19.99, 100_000])('%d euros are a JSON number with at most two decimals', async (balance) => {
  const reseller = await newReseller(site(), { balance });
  expect(balanceOf(await reseller.balance())).toBe(balance);
});

test('an account that never had money has 0', async () => {
  const reseller = await newReseller(site(), { balance: 0 });
  expect(balanceOf(await reseller.balance())).toBe(0);
});

test('is lower after a purchase by what was debited', async () => {
  const reseller = await newReseller(site(), { balance: 20 });
  const order = created(await reseller.buy(newKey(), { country: 'fr', qty: 2 }));
  expect(balanceOf(await reseller.balance())).toBe(order.balance);
  expect(order.balance).toBe(20 - order.total_debited);
});

test('a query, a body and unknown headers change nothing', async () => {
  const reseller = await newReseller(site(), { balance: 7 });
  const headers = { ...reseller.auth, 'Content-Type': 'text/xml', 'Content-Encoding': 'gzip', 'X-Anything': '1' };
  const answer = await call(site(), { path: `${BASE}/balance?account=1&qty=x`, headers, body: '<xml/>' });
  expect(balanceOf(answer)).toBe(7);
});

test('each account sees its own', async () => {
  const [one, other] = [await newReseller(site(), { balance: 1 }), await newReseller(site(), { balance: 2 })];
  expect([balanceOf(await one.balance()), balanceOf(await other.balance())]).toEqual([1, 2]);
});
