/** GET /stock, 200 (specification sections 1, 2 and 4; decisions 17 to 19). */
import { describe, expect, test } from 'vitest';
import { limits } from '#server/kernel/limits.ts';
import { created, newKey, newReseller, type ResellerOptions, stockOf } from '#tests/harness/reseller.ts';
import { ownSite, sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const inAnHour = () => new Date(Date.now() + 3_600_000);

test('lists fr, es and eu once each, in that order', async () => {
  const reseller = await newReseller(site());
  const { body } = await reseller.stock();
  expect(body.currency).toBe('EUR');
  expect((body.stock as { country: string }[]).map(({ country }) => country)).toEqual(['fr', 'es', 'eu']);
});

describe('qty', () => {
  test.each([
    ['', 1],
    ['?', 1],
    ['?other=7', 1],
    ['?QTY=7', 1],
    ['?qty=1', 1],
    ['?qty=50', 50],
    ['?qty=7&other=x', 7],
    ['?other=x&qty=7', 7],
    ['?%71ty=7', 7],
    ['?qty=%37', 7],
    ['?qty=0', 1],
    ['?qty=-3', 1],
    ['?qty=51', 50],
    ['?qty=+5', 5],
    ['?qty=%2B5', 5],
    ['?qty=0005', 5],
    ['?qty=-0', 1],
    [`?qty=${'9'.repeat(400)}`, 50],
    [`?qty=-${'9'.repeat(400)}`, 1],
    [`?qty=${'0'.repeat(400)}3`, 3],
  ])('%s prices %d', async (query, qty) => {
    const reseller = await newReseller(site());
    const { fr, es, eu } = stockOf(await reseller.stock(query));
    expect([fr.qty, es.qty, eu.qty]).toEqual([qty, qty, qty]);
  });
});

describe('prices', () => {
  /** Unit prices in euros, as a new site starts with them. */
  test.each([
    ['at 1', {}, 1, { fr: 2.9, es: 2.7, eu: 2.5 }],
    ['below the second step', {}, 9, { fr: 2.9, es: 2.7, eu: 2.5 }],
    ['from the second step on', {}, 10, { fr: 2.6, es: 2.4, eu: 2.25 }],
    ['from the last step on', {}, 25, { fr: 2.3, es: 2.15, eu: 1.99 }],
    ['at the most that an order may hold', {}, 50, { fr: 2.3, es: 2.15, eu: 1.99 }],
    // 5 % of 2.90 is 0.145, rounded half-up to 0.15; of 2.25 it is 0.1125, rounded to 0.11.
    ['with a reseller tier of 5 %', { tierName: 'bronze' }, 1, { fr: 2.75, es: 2.56, eu: 2.37 }],
    ['with a reseller tier of 15 %', { tierName: 'gold' }, 10, { fr: 2.21, es: 2.04, eu: 1.91 }],
    [
      'with a better review discount',
      { tierName: 'bronze', review: { basisPoints: 2000, until: inAnHour() } },
      1,
      { fr: 2.32, es: 2.16, eu: 2 },
    ],
    [
      'with a worse review discount',
      { tierName: 'gold', review: { basisPoints: 500, until: inAnHour() } },
      10,
      { fr: 2.21, es: 2.04, eu: 1.91 },
    ],
    ['with a review discount alone', { review: { basisPoints: 1000, until: inAnHour() } }, 1, { fr: 2.61, es: 2.43, eu: 2.25 }],
    [
      'with a review discount of the past',
      { review: { basisPoints: 5000, until: new Date(Date.now() - 1_000) } },
      1,
      { fr: 2.9, es: 2.7, eu: 2.5 },
    ],
  ] satisfies [string, ResellerOptions, number, Record<string, number>][])('%s', async (_, options, qty, units) => {
    const reseller = await newReseller(site(), options);
    const stock = stockOf(await reseller.stock(`?qty=${qty}`));
    for (const country of ['fr', 'es', 'eu'] as const) {
      expect(stock[country].unit_price).toBe(units[country]);
      expect(stock[country].total).toBe(Math.round(units[country] * 100 * qty) / 100);
    }
  });

  test('total is exactly what a purchase then debits, for every country', async () => {
    const reseller = await newReseller(site(), { tierName: 'silver', balance: 500 });
    for (const country of ['fr', 'es', 'eu'] as const) {
      const quoted = stockOf(await reseller.stock('?qty=11'))[country];
      expect(created(await reseller.buy(newKey(), { country, qty: 11 })).total_debited).toBe(quoted.total);
    }
  });
});

describe('available', () => {
  const own = ownSite({ stock: 12 });

  test('counts what could be bought now, is shared by all clients and falls with a purchase', async () => {
    const [buyer, other] = [await newReseller(own()), await newReseller(own())];
    expect(stockOf(await other.stock()).es.available).toBe(12);
    created(await buyer.buy(newKey(), { country: 'es', qty: 5 }));
    const { fr, es, eu } = stockOf(await other.stock());
    expect([fr.available, es.available, eu.available]).toEqual([12, 7, 12]);
  });

  test('may be lower than the quantity priced, down to 0', async () => {
    const buyer = await newReseller(own());
    created(await buyer.buy(newKey(), { country: 'eu', qty: 12 }));
    const { eu } = stockOf(await buyer.stock(`?qty=${limits.proxiesPerOrder}`));
    expect(eu).toMatchObject({ available: 0, qty: limits.proxiesPerOrder });
    expect(eu.total).toBeGreaterThan(0);
  });

  test('an address comes back when its proxy has expired, without anybody sweeping', async () => {
    const buyer = await newReseller(own());
    const before = stockOf(await buyer.stock()).fr.available;
    const order = created(await buyer.buy(newKey(), { country: 'fr', qty: 3 }));
    const ids = order.proxies.map(({ proxy_id }) => proxy_id);
    await own().services.db.prisma.$executeRaw`
      UPDATE proxies SET created_at = now() - interval '31 days', expires_at = now() - interval '1 day' WHERE id = ANY (${ids})`;
    await own().services.db.prisma.$executeRaw`
      UPDATE addresses SET free_at = now() - interval '1 day'
      WHERE id IN (SELECT address_id FROM proxies WHERE id = ANY (${ids}))`;
    expect(stockOf(await buyer.stock()).fr.available).toBe(before);
    // And can be bought again.
    created(await buyer.buy(newKey(), { country: 'fr', qty: before }));
  });
});
