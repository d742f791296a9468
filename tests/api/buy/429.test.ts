/** POST /buy, 429 daily_limit: 200 proxies over any 24 hours (specification section 8; decisions 5 and 24). */
import { describe, expect, test } from 'vitest';
import { limits } from '#server/kernel/limits.ts';
import { type ApiAnswer, refused } from '#tests/harness/client.ts';
import { putOrder } from '#tests/harness/orders.ts';
import { created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { ownSite, sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const HOUR = 3_600;

/** Checks a refusal by the cap. @returns what is left and the seconds to wait. */
function limited(answer: ApiAnswer): { left: unknown; wait: number } {
  const { remaining_today } = refused(answer, 429, 'daily_limit');
  return { left: remaining_today, wait: Number(answer.headers['retry-after']) };
}

describe('the published cap', () => {
  const own = ownSite({ stock: 260 });

  test('200 proxies may be bought, one more may not', async () => {
    const reseller = await newReseller(own(), { balance: 1_000 });
    for (let time = 0; time < limits.proxiesPerDay / limits.proxiesPerOrder; time += 1) {
      created(await reseller.buy(newKey(), { country: 'fr', qty: limits.proxiesPerOrder }));
    }
    const balance = await reseller.money();
    const { left, wait } = limited(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
    expect(left).toBe(0);
    expect(wait).toBeGreaterThan(24 * HOUR - 60);
    expect(wait).toBeLessThanOrEqual(24 * HOUR);
    expect(await reseller.money()).toBe(balance);
  });
});

describe('a cap that support set', () => {
  test('tells how many may still be ordered, and lets a smaller order through', async () => {
    const reseller = await newReseller(site(), { cap: 5 });
    created(await reseller.buy(newKey(), { country: 'fr', qty: 3 }));
    expect(limited(await reseller.buy(newKey(), { country: 'fr', qty: 3 })).left).toBe(2);
    created(await reseller.buy(newKey(), { country: 'fr', qty: 2 }));
    expect(limited(await reseller.buy(newKey(), { country: 'fr', qty: 1 })).left).toBe(0);
  });

  test('may be higher than the published one', async () => {
    const reseller = await newReseller(site(), { cap: 300 });
    await putOrder(site(), reseller, { country: 'fr', qty: 50, status: 'completed', count: 4 });
    created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
  });

  test('lowered below what was ordered leaves 0', async () => {
    const reseller = await newReseller(site(), { cap: 2 });
    await putOrder(site(), reseller, { country: 'fr', qty: 5, status: 'completed' });
    expect(limited(await reseller.buy(newKey(), { country: 'fr', qty: 1 })).left).toBe(0);
  });

  test('of 0 buys nothing, and asks to wait a whole window', async () => {
    const reseller = await newReseller(site(), { cap: 0 });
    expect(limited(await reseller.buy(newKey(), { country: 'fr', qty: 1 }))).toEqual({ left: 0, wait: 24 * HOUR });
  });
});

describe('what counts', () => {
  test.each([
    ['completed', true],
    ['processing', true],
    ['failed', true],
    ['refunded', false],
  ] as const)('an order that is %s: %s', async (status, counts) => {
    const reseller = await newReseller(site(), { cap: 4 });
    await putOrder(site(), reseller, { country: 'fr', qty: 4, status });
    const answer = await reseller.buy(newKey(), { country: 'fr', qty: 1 });
    if (counts) limited(answer);
    else created(answer);
  });

  test('an order refused before any debit does not', async () => {
    const reseller = await newReseller(site(), { cap: 3, balance: 3 });
    refused(await reseller.buy(newKey(), { country: 'fr', qty: 3 }), 402, 'insufficient_balance');
    created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
  });

  test('another account’s orders do not', async () => {
    const [one, other] = [await newReseller(site(), { cap: 1 }), await newReseller(site(), { cap: 1 })];
    created(await one.buy(newKey(), { country: 'fr', qty: 1 }));
    created(await other.buy(newKey(), { country: 'fr', qty: 1 }));
  });

  test('24 hours, to the minute', async () => {
    const reseller = await newReseller(site(), { cap: 1 });
    const began = performance.now();
    await putOrder(site(), reseller, { country: 'fr', qty: 1, status: 'completed', secondsAgo: 24 * HOUR - 120 });
    const { wait } = limited(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
    expect(wait).toBeGreaterThanOrEqual(Math.floor(120 - (performance.now() - began) / 1_000));
    expect(wait).toBeLessThanOrEqual(120);
    const older = await newReseller(site(), { cap: 1 });
    await putOrder(site(), older, { country: 'fr', qty: 1, status: 'completed', secondsAgo: 24 * HOUR + 1 });
    created(await older.buy(newKey(), { country: 'fr', qty: 1 }));
  });
});

describe('Retry-After', () => {
  test('is when enough of the orders have left the window, oldest first', async () => {
    const reseller = await newReseller(site(), { cap: 10 });
    await putOrder(site(), reseller, { country: 'fr', qty: 2, status: 'completed', secondsAgo: 20 * HOUR });
    await putOrder(site(), reseller, { country: 'es', qty: 3, status: 'failed', secondsAgo: 10 * HOUR });
    await putOrder(site(), reseller, { country: 'eu', qty: 4, status: 'completed', secondsAgo: 5 * HOUR });
    const wait = async (qty: number) => Math.round(limited(await reseller.buy(newKey(), { country: 'fr', qty })).wait / HOUR);
    // 9 of 10 are used: 2 and 3 need the oldest order out, 4 to 6 the next one too, 7 to 10 all of them.
    expect([await wait(2), await wait(3), await wait(4), await wait(6), await wait(7), await wait(10)]).toEqual([
      4, 4, 14, 14, 19, 19,
    ]);
  });

  test('for an order larger than the cap itself is a whole window', async () => {
    const reseller = await newReseller(site(), { cap: 10 });
    expect(limited(await reseller.buy(newKey(), { country: 'fr', qty: 11 })).wait).toBe(24 * HOUR);
  });

  test('after it, the very same request is accepted', async () => {
    const reseller = await newReseller(site(), { cap: 1 });
    const id = await putOrder(site(), reseller, { country: 'fr', qty: 1, status: 'completed', secondsAgo: 24 * HOUR - 600 });
    const key = newKey();
    const { wait } = limited(await reseller.buy(key, { country: 'fr', qty: 1 }));
    // Instead of waiting: the order lies as much further back.
    await site().services.db.prisma.$executeRaw`
      UPDATE orders SET created_at = created_at - make_interval(secs => ${wait}::int) WHERE id = ${id}`;
    created(await reseller.buy(key, { country: 'fr', qty: 1 }));
  });
});
