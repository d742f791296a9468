/** POST /buy, 200: the same request again under the same key (specification section 3; decisions 20 to 25). */
import { describe, expect, test } from 'vitest';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { call } from '#tests/harness/client.ts';
import { BASE, created, newKey, newReseller, type Reseller, replayed } from '#tests/harness/reseller.ts';
import { ownSite, sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const prisma = () => site().services.db.prisma;

async function bought(order: object = { country: 'fr', qty: 2 }, options = {}) {
  const reseller = await newReseller(site(), options);
  const key = newKey();
  return { reseller, key, order: created(await reseller.buy(key, order)) };
}

test('gives the same order and debits nothing', async () => {
  const { reseller, key, order } = await bought();
  const again = replayed(await reseller.buy(key, { country: 'fr', qty: 2 }));
  const { discount, listed_in_resale, ...rest } = order;
  expect(again).toEqual(rest);
  expect(await reseller.money()).toBe(order.balance);
  expect(await prisma().order.count({ where: { accountId: reseller.accountId } })).toBe(1);
});

test('however often', async () => {
  const { reseller, key, order } = await bought();
  for (let time = 0; time < 5; time += 1) {
    expect(replayed(await reseller.buy(key, { country: 'fr', qty: 2 })).order_id).toBe(order.order_id);
  }
  expect(await reseller.money()).toBe(order.balance);
});

test('says the balance of now, not of then', async () => {
  const { reseller, key, order } = await bought();
  const later = created(await reseller.buy(newKey(), { country: 'es', qty: 1 }));
  const again = replayed(await reseller.buy(key, { country: 'fr', qty: 2 }));
  expect(again).toMatchObject({ total_debited: order.total_debited, balance: later.balance });
});

test('a different price is ignored, and the price on the Resale page stays', async () => {
  const { reseller, key } = await bought({ country: 'fr', qty: 1, price: 3 });
  replayed(await reseller.buy(key, { country: 'fr', qty: 1, price: 9 }));
  replayed(await reseller.buy(key, { country: 'fr', qty: 1 }));
  const entries = await prisma().resaleEntry.findMany({ where: { accountId: reseller.accountId } });
  expect(entries.map(({ salePriceCents }) => salePriceCents)).toEqual([300]);
});

test('the country’s case is no difference', async () => {
  const { reseller, key, order } = await bought();
  expect(replayed(await reseller.buy(key, { country: 'FR', qty: 2 })).order_id).toBe(order.order_id);
});

test('neither the cap nor an empty balance nor empty stock block it', async () => {
  const { reseller, key, order } = await bought({ country: 'fr', qty: 1 }, { balance: 2.9, cap: 1 });
  expect(order.balance).toBe(0);
  expect(replayed(await reseller.buy(key, { country: 'fr', qty: 1 })).order_id).toBe(order.order_id);
});

describe('keys', () => {
  test('outlive the API key', async () => {
    const { reseller, key, order } = await bought();
    const { apiKey } = await issueKey(site().services, reseller.accountId);
    const headers = { Authorization: `Bearer ${apiKey}` };
    expect(replayed(await reseller.buy(key, { country: 'fr', qty: 2 }, { headers })).order_id).toBe(order.order_id);
  });

  test('never expire', async () => {
    const { reseller, key, order } = await bought();
    await prisma().$executeRaw`UPDATE orders SET created_at = now() - interval '10 years' WHERE id = ${order.order_id}`;
    expect(replayed(await reseller.buy(key, { country: 'fr', qty: 2 })).order_id).toBe(order.order_id);
  });

  test('are case-sensitive', async () => {
    const reseller = await newReseller(site());
    const [lower, upper] = ['case-of-a-key', 'CASE-OF-A-KEY'];
    const first = created(await reseller.buy(lower, { country: 'fr', qty: 1 }));
    expect(created(await reseller.buy(upper, { country: 'fr', qty: 1 })).order_id).not.toBe(first.order_id);
  });

  test('belong to their account', async () => {
    const [one, other] = [await newReseller(site()), await newReseller(site())];
    const key = newKey();
    const first = created(await one.buy(key, { country: 'fr', qty: 1 }));
    expect(created(await other.buy(key, { country: 'es', qty: 2 })).order_id).not.toBe(first.order_id);
  });

  test('are read from the header whatever the case of its name', async () => {
    const { reseller, key, order } = await bought();
    const headers = { ...reseller.auth, 'content-type': 'application/json', 'IDEMPOTENCY-KEY': key };
    const again = await call(site(), { method: 'POST', path: `${BASE}/buy`, headers, body: '{"country":"fr","qty":2}' });
    expect(replayed(again).order_id).toBe(order.order_id);
  });
});

describe('the order’s current state', () => {
  test('the credentials and expiry of now, and the quantity and total of then', async () => {
    const { reseller, key, order } = await bought({ country: 'fr', qty: 2 });
    const [first, second] = order.proxies;
    if (!first || !second) throw new Error('two proxies were bought');
    // As a reset and a renewal would do.
    const sealed = site().services.secrets.vault.seal('A new password', first.proxy_id);
    await prisma().$executeRaw`UPDATE proxies SET password_ciphertext = ${sealed} WHERE id = ${first.proxy_id}`;
    await prisma().$executeRaw`UPDATE proxies SET expires_at = '2040-01-02T03:04:05.678Z' WHERE id = ${second.proxy_id}`;
    const again = replayed(await reseller.buy(key, { country: 'fr', qty: 2 }));
    expect(again).toMatchObject({ qty: 2, total_debited: order.total_debited });
    expect(again.proxies[0]).toMatchObject({ proxy_id: first.proxy_id, password: 'A new password' });
    expect(again.proxies[0]?.access).toBe(`${first.host}:${first.port}:${first.username}:A new password`);
    expect(again.proxies[1]).toEqual({ ...second, expires_at: '2040-01-02T03:04:05.678Z' });
  });

  test('also after the proxies have expired', async () => {
    const { reseller, key, order } = await bought({ country: 'fr', qty: 1 });
    const id = order.proxies[0]?.proxy_id ?? '';
    await prisma().$executeRaw`
      UPDATE proxies SET created_at = now() - interval '40 days', expires_at = now() - interval '10 days' WHERE id = ${id}`;
    const again = replayed(await reseller.buy(key, { country: 'fr', qty: 1 }));
    expect(Date.parse(again.proxies[0]?.expires_at ?? '')).toBeLessThan(Date.now());
  });

  test('a failed order that support has delivered is a replay', async () => {
    const { reseller, key, order } = await bought();
    await setStatus(reseller, 'failed');
    expect((await reseller.buy(key, { country: 'fr', qty: 2 })).status).toBe(409);
    await setStatus(reseller, 'completed');
    expect(replayed(await reseller.buy(key, { country: 'fr', qty: 2 })).order_id).toBe(order.order_id);
  });
});

describe('with no stock left', () => {
  const own = ownSite({ stock: 1 });

  test('a replay needs none', async () => {
    const reseller = await newReseller(own());
    const key = newKey();
    const order = created(await reseller.buy(key, { country: 'fr', qty: 1 }));
    expect(replayed(await reseller.buy(key, { country: 'fr', qty: 1 })).order_id).toBe(order.order_id);
  });
});

async function setStatus({ accountId }: Reseller, status: string): Promise<void> {
  await prisma().$executeRaw`UPDATE orders SET status = ${status}::"OrderStatus" WHERE account_id = ${accountId}`;
}
