/** POST /buy, 409 (specification sections 3 and 7; decisions 21 to 23 and 27). */
import { describe, expect, test } from 'vitest';
import { refused } from '#tests/harness/client.ts';
import { lockAccount } from '#tests/harness/locks.ts';
import { putOrder } from '#tests/harness/orders.ts';
import { created, newKey, newReseller, replayed, stockOf } from '#tests/harness/reseller.ts';
import { addStock, ownSite, sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const order = { country: 'fr', qty: 2 } as const;

describe('out_of_stock', () => {
  const own = ownSite({ stock: 3 });

  test('tells what there is, debits nothing, and the same key stays usable', async () => {
    const reseller = await newReseller(own(), { balance: 50 });
    const key = newKey();
    const body = refused(await reseller.buy(key, { country: 'fr', qty: 4 }), 409, 'out_of_stock');
    expect(body.available).toBe(3);
    expect(await reseller.money()).toBe(50);
    expect(stockOf(await reseller.stock()).fr.available).toBe(3);
    await addStock(own(), 1);
    created(await reseller.buy(key, { country: 'fr', qty: 4 }));
  });

  test('all or nothing: what is left stays for a smaller order', async () => {
    const reseller = await newReseller(own());
    const { available } = stockOf(await reseller.stock()).es;
    refused(await reseller.buy(newKey(), { country: 'es', qty: available + 1 }), 409, 'out_of_stock');
    created(await reseller.buy(newKey(), { country: 'es', qty: available }));
    const body = refused(await reseller.buy(newKey(), { country: 'es', qty: 1 }), 409, 'out_of_stock');
    expect(body.available).toBe(0);
  });

  test('another country’s stock does not help', async () => {
    const reseller = await newReseller(own());
    const { eu } = stockOf(await reseller.stock());
    created(await reseller.buy(newKey(), { country: 'eu', qty: eu.available }));
    refused(await reseller.buy(newKey(), { country: 'eu', qty: 1 }), 409, 'out_of_stock');
  });
});

describe('request_in_progress', () => {
  test('while the first request with the key is being processed; then the key replays', async () => {
    const reseller = await newReseller(site());
    const key = newKey();
    // The first one waits for the account, holding its key.
    const account = await lockAccount(site(), reseller);
    const first = reseller.buy(key, order);
    await account.waitedFor();
    refused(await reseller.buy(key, order), 409, 'request_in_progress');
    await account.release();
    const made = created(await first);
    expect(replayed(await reseller.buy(key, order)).order_id).toBe(made.order_id);
  });

  test('another key of the account only waits its turn', async () => {
    const reseller = await newReseller(site());
    const account = await lockAccount(site(), reseller);
    const both = [reseller.buy(newKey(), order), reseller.buy(newKey(), order)];
    await account.waitedFor();
    await account.release();
    for (const answer of await Promise.all(both)) created(answer);
  });

  test('an order that is still processing', async () => {
    const reseller = await newReseller(site());
    const key = newKey();
    await putOrder(site(), reseller, { key, ...order, status: 'processing' });
    refused(await reseller.buy(key, order), 409, 'request_in_progress');
  });
});

describe('order_failed', () => {
  test.each(['failed', 'refunded'] as const)('an order that is %s, with its id, each time it is asked for', async (status) => {
    const reseller = await newReseller(site(), { balance: 50 });
    const key = newKey();
    const orderId = await putOrder(site(), reseller, { key, ...order, status });
    for (let time = 0; time < 3; time += 1) {
      expect(refused(await reseller.buy(key, order), 409, 'order_failed').order_id).toBe(orderId);
    }
    expect(await reseller.money()).toBe(50);
  });
});
