/** POST /buy, 402 (specification section 7). */
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import { refused } from '#tests/harness/client.ts';
import { created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

test('insufficient_balance tells the balance and what is required, discount included', async () => {
  const reseller = await newReseller(site(), { balance: 5.21, tierName: 'silver' });
  const body = refused(await reseller.buy(newKey(), { country: 'fr', qty: 2 }), 402, 'insufficient_balance');
  // 2.90 less 10 % is 2.61 each.
  expect(body).toMatchObject({ balance: 5.21, required: 5.22 });
});

test('one cent short is short, and nothing is debited or delivered', async () => {
  const reseller = await newReseller(site(), { balance: 2.89 });
  refused(await reseller.buy(newKey(), { country: 'fr', qty: 1 }), 402, 'insufficient_balance');
  expect(await reseller.money()).toBe(2.89);
  expect(await site().services.db.prisma.order.count({ where: { accountId: reseller.accountId } })).toBe(0);
});

test('an account that never had money has a balance of 0', async () => {
  const reseller = await newReseller(site(), { balance: 0 });
  const body = refused(await reseller.buy(newKey(), { country: 'fr', qty: 1 }), 402, 'insufficient_balance');
  expect(body).toMatchObject({ balance: 0, required: 2.9 });
});

test('after a top-up the same key buys', async () => {
  const reseller = await newReseller(site(), { balance: 1 });
  const key = newKey();
  refused(await reseller.buy(key, { country: 'fr', qty: 1 }), 402, 'insufficient_balance');
  await adjustBalance(site().services.db, reseller.accountId, cents(1_000), 'Top-up');
  created(await reseller.buy(key, { country: 'fr', qty: 1 }));
});

test('the key was not consumed: it may then name another order', async () => {
  const reseller = await newReseller(site(), { balance: 3 });
  const key = newKey();
  refused(await reseller.buy(key, { country: 'fr', qty: 5 }), 402, 'insufficient_balance');
  created(await reseller.buy(key, { country: 'eu', qty: 1 }));
});
