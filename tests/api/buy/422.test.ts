/** POST /buy, 422: a key that names another order (specification section 3; decision 21). */
import { describe, expect, test } from 'vitest';
import { refused } from '#tests/harness/client.ts';
import { putOrder } from '#tests/harness/orders.ts';
import { created, newKey, newReseller, replayed } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

describe('idempotency_key_reused', () => {
  test.each([
    ['another country', { country: 'es', qty: 2 }],
    ['another quantity', { country: 'fr', qty: 3 }],
    ['both', { country: 'eu', qty: 1 }],
  ])('%s', async (_, other) => {
    const reseller = await newReseller(site());
    const key = newKey();
    const order = created(await reseller.buy(key, { country: 'fr', qty: 2 }));
    refused(await reseller.buy(key, other), 422, 'idempotency_key_reused');
    expect(await reseller.money()).toBe(order.balance);
    replayed(await reseller.buy(key, { country: 'fr', qty: 2 }));
  });

  test.each(['processing', 'failed', 'refunded', 'completed'] as const)(
    'is told before the state of an order that is %s',
    async (status) => {
      const reseller = await newReseller(site());
      const key = newKey();
      await putOrder(site(), reseller, { key, country: 'fr', qty: 2, status });
      refused(await reseller.buy(key, { country: 'es', qty: 2 }), 422, 'idempotency_key_reused');
    },
  );

  test('is told whatever the balance and the cap', async () => {
    const reseller = await newReseller(site(), { balance: 2.9, cap: 1 });
    const key = newKey();
    created(await reseller.buy(key, { country: 'fr', qty: 1 }));
    refused(await reseller.buy(key, { country: 'fr', qty: 50 }), 422, 'idempotency_key_reused');
  });
});
