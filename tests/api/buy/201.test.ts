/** POST /buy, 201: a purchase (specification sections 1, 2 and 4; decisions 15, 16, 18, 25 to 28). */
import { describe, expect, test } from 'vitest';
import { limits } from '#server/kernel/limits.ts';
import { makeUpResale } from '#server/plugins/orders/port.ts';
import { call } from '#tests/harness/client.ts';
import { BASE, created, newKey, newReseller, type Reseller, replayed } from '#tests/harness/reseller.ts';
import { ownSite, sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const prisma = () => site().services.db.prisma;
const DAY = 24 * 60 * 60 * 1_000;

describe('the answer', () => {
  test('has the order, the money and the proxies', async () => {
    const reseller = await newReseller(site(), { balance: 50, tierName: 'silver' });
    const before = Date.now();
    const order = created(await reseller.buy(newKey(), { country: 'es', qty: 3, price: 4.5 }));
    // 2.70 less 10 % is 2.43 each.
    expect(order).toMatchObject({
      ok: true,
      country: 'es',
      qty: 3,
      total_debited: 7.29,
      discount: 0.81,
      balance: 42.71,
      listed_in_resale: true,
    });
    expect(order.proxies).toHaveLength(3);
    const { GATEWAY_HOST: host, GATEWAY_PORT: port } = site().services.env;
    for (const proxy of order.proxies) {
      expect(proxy).toMatchObject({ host, port, country: 'es' });
      expect(proxy.access).toBe(`${host}:${port}:${proxy.username}:${proxy.password}`);
      expect(proxy.username).toMatch(/^[a-z0-9]+$/);
      expect(proxy.password).toMatch(/^[0-9A-Za-z]{22,}$/);
      const days = (Date.parse(proxy.expires_at) - before) / DAY;
      expect(days).toBeGreaterThan(limits.proxyDays - 0.001);
      expect(days).toBeLessThan(limits.proxyDays + 0.001);
    }
  });

  test('gives every proxy an id, a username and a password of its own', async () => {
    const reseller = await newReseller(site(), { balance: 500 });
    const { proxies } = created(await reseller.buy(newKey(), { country: 'fr', qty: limits.proxiesPerOrder }));
    for (const member of ['proxy_id', 'username', 'password'] as const) {
      expect(new Set(proxies.map((proxy) => proxy[member])).size).toBe(limits.proxiesPerOrder);
    }
  });

  test('has a discount of 0 where none applies', async () => {
    const reseller = await newReseller(site());
    expect(created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }))).toMatchObject({ total_debited: 2.9, discount: 0 });
  });

  test('spends a balance to the last cent', async () => {
    const reseller = await newReseller(site(), { balance: 2.9 });
    expect(created(await reseller.buy(newKey(), { country: 'fr', qty: 1 })).balance).toBe(0);
  });

  test('numbers orders upwards', async () => {
    const reseller = await newReseller(site());
    const first = created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
    expect(created(await reseller.buy(newKey(), { country: 'fr', qty: 1 })).order_id).toBeGreaterThan(first.order_id);
  });
});

describe('accepted spellings', () => {
  const order = async (body: string, headers = {}) => created(await (await newReseller(site())).buy(newKey(), body, { headers }));

  test.each(['FR', 'Fr', 'fR', 'fr'])('country %s', async (country) => {
    const { country: answered, proxies } = await order(JSON.stringify({ country, qty: 1 }));
    expect([answered, proxies[0]?.country]).toEqual(['fr', 'fr']);
  });

  test.each([
    ['1.0', 1],
    ['1e1', 10],
    ['1E1', 10],
    ['10e-1', 1],
    ['2.000', 2],
    ['50', 50],
  ])('qty %s', async (literal, qty) => {
    const reseller = await newReseller(site(), { balance: 500 });
    expect(created(await reseller.buy(newKey(), `{"country":"eu","qty":${literal}}`)).qty).toBe(qty);
  });

  test.each([
    ['0', 0],
    ['-0', 0],
    ['-0.0', 0],
    ['0.01', 1],
    ['1.10', 110],
    ['4.35', 435],
    ['1e2', 10_000],
    ['9999.99', 999_999],
    ['10000', 1_000_000],
    ['1.0e4', 1_000_000],
  ])('price %s', async (literal, cents) => {
    const { proxies } = await order(`{"country":"eu","qty":1,"price":${literal}}`);
    expect(await salePrices(proxies)).toEqual([cents]);
  });

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'Application/Json ; charset="utf-8"',
    'application/json; profile="a;b"; version=1',
    'application/json;',
  ])('Content-Type %s', async (type) => {
    await order('{"country":"fr","qty":1}', { 'Content-Type': type });
  });

  test.each([
    ['a byte-order mark in front', '\ufeff{"country":"fr","qty":1}'],
    ['blanks around', ' \r\n\t{ "country" : "fr" ,\n"qty" : 1 } \n'],
    ['unknown fields of any shape', '{"country":"fr","qty":1,"promo":"X","nested":{"qty":7,"country":[1e400]},"QTY":"9"}'],
    ['the same name in different objects', '{"country":"fr","qty":1,"a":{"qty":1},"b":{"qty":2},"c":[{"qty":3},{"qty":4}]}'],
    ['escapes in names and values', '{"c\\u006funtry":"\\u0066r","qty":1}'],
    ['a name of JavaScript’s own', '{"__proto__":{"qty":5},"constructor":1,"country":"fr","qty":1}'],
    ['a number that no double holds, in a field that nobody reads', '{"country":"fr","qty":1,"big":1.00000000000000000001}'],
    [
      '20,000 nested arrays in a field that nobody reads',
      `{"country":"fr","qty":1,"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    ],
    ['one byte less than too much', `{"country":"fr","qty":1,"x":"${'x'.repeat(limits.bodyBytes - 31)}"}`],
  ])('%s', async (_, body) => {
    await order(body);
  });

  test('a body that comes in pieces', async () => {
    const reseller = await newReseller(site());
    const headers = { 'Transfer-Encoding': 'chunked' };
    created(await reseller.buy(newKey(), '{"country":"fr","qty":1}', { headers }));
  });

  test.each(['12345678', 'a.b_c:d-E', '-._:-._:', 'x'.repeat(128)])('Idempotency-Key %s', async (key) => {
    const reseller = await newReseller(site());
    created(await reseller.buy(key, { country: 'fr', qty: 1 }));
  });

  test('a query is ignored', async () => {
    const { auth } = await newReseller(site());
    const headers = { ...auth, 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
    const path = `${BASE}/buy?qty=50&country=xx`;
    expect(created(await call(site(), { method: 'POST', path, headers, body: '{"country":"fr","qty":1}' })).qty).toBe(1);
  });
});

describe('the books', () => {
  test('one debit in the ledger, for exactly what was answered', async () => {
    const reseller = await newReseller(site(), { balance: 30 });
    const order = created(await reseller.buy(newKey(), { country: 'fr', qty: 4 }));
    const entries = await prisma().ledgerEntry.findMany({ where: { accountId: reseller.accountId, kind: 'purchase' } });
    expect(entries).toMatchObject([{ orderId: order.order_id, amountCents: -1_160n, balanceAfterCents: 1_840n }]);
  });

  test('one invoice with net and VAT, numbered without gaps within the account', async () => {
    const reseller = await newReseller(site(), { balance: 30 });
    const ids = [];
    for (const qty of [1, 2, 3]) ids.push(created(await reseller.buy(newKey(), { country: 'fr', qty })).order_id);
    const invoices = await prisma().invoice.findMany({ where: { accountId: reseller.accountId }, orderBy: { seq: 'asc' } });
    expect(invoices.map(({ seq, orderId }) => [seq, orderId])).toEqual(ids.map((id, index) => [index + 1, id]));
    // 2.90 with 20 % VAT in it: 2.42 and 0.48.
    expect(invoices[0]).toMatchObject({ grossCents: 290n, netCents: 242n, vatCents: 48n, vatRateBp: 2_000 });
    expect(invoices[0]?.buyer).toMatchObject({ email: reseller.email });
    expect(invoices[0]?.lines).toMatchObject([{ qty: 1, unitCents: 290, totalCents: 290 }]);
  });
});

describe('the Resale page', () => {
  test('has every proxy, at 0 by default', async () => {
    const reseller = await newReseller(site());
    const { proxies } = created(await reseller.buy(newKey(), { country: 'fr', qty: 3 }));
    expect(await salePrices(proxies)).toEqual([0, 0, 0]);
  });

  test('has every proxy at the price of the request', async () => {
    const reseller = await newReseller(site());
    const { proxies } = created(await reseller.buy(newKey(), { country: 'fr', qty: 3, price: 12.34 }));
    expect(await salePrices(proxies)).toEqual([1_234, 1_234, 1_234]);
  });

  describe('when it cannot be written', () => {
    const own = ownSite({ stock: 20 });
    const run = (sql: string) => own().services.db.prisma.$executeRawUnsafe(sql);

    test('the purchase stands, says so, and the entries are made up for later at the price of the request', async () => {
      await run(`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$`);
      await run('CREATE TRIGGER refuse_entry BEFORE INSERT ON resale_entries FOR EACH ROW EXECUTE FUNCTION refuse_entry()');
      const reseller = await newReseller(own());
      const key = newKey();
      const order = created(await reseller.buy(key, { country: 'fr', qty: 2, price: 7.5 }));
      expect(order.listed_in_resale).toBe(false);
      expect(order.proxies).toHaveLength(2);
      expect(await reseller.money()).toBe(order.balance);
      expect(await entriesOf(own, reseller)).toEqual([]);
      // It is the background job's business; while the trouble lasts it gets no further.
      await makeUpResale(own().services);
      expect(await entriesOf(own, reseller)).toEqual([]);
      await run('DROP TRIGGER refuse_entry ON resale_entries');
      await makeUpResale(own().services);
      // The site's own job may have been quicker, and be about to commit.
      await expect.poll(() => entriesOf(own, reseller)).toEqual([750, 750]);
      expect(replayed(await reseller.buy(key, { country: 'fr', qty: 2 })).order_id).toBe(order.order_id);
    });
  });
});

async function salePrices(proxies: readonly { proxy_id: string }[]): Promise<number[]> {
  const entries = await prisma().resaleEntry.findMany({ where: { proxyId: { in: proxies.map((proxy) => proxy.proxy_id) } } });
  return entries.map(({ salePriceCents }) => salePriceCents);
}

async function entriesOf(own: () => { services: { db: { prisma: ReturnType<typeof prisma> } } }, { accountId }: Reseller) {
  const entries = await own().services.db.prisma.resaleEntry.findMany({ where: { accountId } });
  return entries.map(({ salePriceCents }) => salePriceCents);
}
