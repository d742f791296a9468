/** What another site sells is sold here: bought at the one, delivered by the other, used through the one's entry point. */
import { expect, test, vi } from 'vitest';
import type { OrderId } from '#server/kernel/ids.ts';
import * as orders from '#server/plugins/orders/port.ts';
import { addAddresses } from '#server/plugins/proxies/port.ts';
import { suppliers } from '#server/plugins/suppliers/port.ts';
import { connectTunnel, head } from '#tests/harness/http-proxy.ts';
import { mailsTo } from '#tests/harness/mails.ts';
import { created, newKey, newReseller, replayed, stockOf } from '#tests/harness/reseller.ts';
import { addSupplierTo, booksAreRight, suppliedSite } from '#tests/harness/supplied.ts';

const pair = suppliedSite();

/** The address that the supplier's site sees of who comes through a proxy. */
async function exitOf(proxy: { port: number; username: string; password: string }): Promise<string> {
  const { supplier } = pair();
  const wire = await connectTunnel(proxy.port, proxy, `127.0.0.1:${supplier.port}`);
  const { bytes } = await wire
    .send(head('GET /api/ip HTTP/1.1', `Host: 127.0.0.1:${supplier.port}`, 'Connection: close'))
    .takeRest();
  wire.close();
  return bytes.toString().split('\r\n\r\n')[1]?.trim() ?? '';
}

async function pauseAll(): Promise<void> {
  await pair().shop.services.db.prisma.supplier.updateMany({ data: { pausedAt: new Date() } });
}

test('bought here, delivered there, used through our entry point under our own credentials', async () => {
  const { shop, supplier } = pair();
  const { account } = await addSupplierTo(pair(), 'other');
  const buyer = await newReseller(shop, { balance: 100 });
  expect(stockOf(await buyer.stock()).fr.available).toBe(200);

  const key = newKey();
  const order = created(await buyer.buy(key, { country: 'fr', qty: 3, price: 5 }));
  expect(order).toMatchObject({ qty: 3, total_debited: 8.7, balance: 91.3, discount: 0, listed_in_resale: true });
  expect(await buyer.money()).toBe(91.3);
  expect(await account.money()).toBe(9_991.3);
  const seen = await Promise.all(order.proxies.map(exitOf));
  expect(new Set(seen).size).toBe(3);
  for (const address of seen) expect(address).toMatch(/^127\.10\./);

  const theirs = await supplier.services.db.prisma.proxy.findMany();
  const logins = new Set(theirs.map(({ username }) => username));
  expect(order.proxies.filter(({ username }) => logins.has(username))).toEqual([]);
  expect(replayed(await buyer.buy(key, { country: 'fr', qty: 3 })).proxies).toEqual(order.proxies);
  await booksAreRight(pair());
});

test('while the supplier is slow, the key is in progress; afterwards it tells the order', async () => {
  const { shop, line } = pair();
  const buyer = await newReseller(shop, { balance: 100 });
  const key = newKey();
  const order = { country: 'fr', qty: 1 };
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  line.behave(() => {
    asked.resolve();
    return answered.promise.then(() => 'none');
  });
  const first = buyer.buy(key, order);
  await asked.promise;
  for (let again = 0; again < 2; again += 1) {
    const { status, body } = await buyer.buy(key, order);
    expect(status).toBe(409);
    expect(body).toEqual({ ok: false, error: expect.any(String), code: 'request_in_progress' });
  }
  // Told before the state: the key is another order's.
  expect((await buyer.buy(key, { country: 'fr', qty: 2 })).body).toMatchObject({ code: 'idempotency_key_reused' });
  answered.resolve();
  const { proxies, order_id } = created(await first);
  line.behave(() => 'none');
  expect(replayed(await buyer.buy(key, order))).toMatchObject({ order_id, proxies });
  expect(await buyer.money()).toBe(97.1);
  await booksAreRight(pair());
});

test('is taken after our own addresses, or before them, as told; an order may come from both', async () => {
  const { shop } = pair();
  await addAddresses(shop.services.db, 'es', ['127.20.0.1', '127.20.0.2']);
  const buyer = await newReseller(shop, { balance: 100 });
  const both = created(await buyer.buy(newKey(), { country: 'es', qty: 3 }));
  const exits = await Promise.all(both.proxies.map(exitOf));
  expect(exits.filter((address) => address.startsWith('127.20.')).length).toBe(2);
  expect(exits.filter((address) => address.startsWith('127.11.')).length).toBe(1);

  await addAddresses(shop.services.db, 'eu', ['127.20.1.1']);
  await addSupplierTo(pair(), 'preferred', { countries: ['eu'], preference: -1, capPerDay: 2 });
  const [first] = created(await buyer.buy(newKey(), { country: 'eu', qty: 1 })).proxies;
  expect(first && (await exitOf(first))).toMatch(/^127\.12\./);
  await booksAreRight(pair());
});

test('what would be sold for less than the mark-up asks for is neither offered nor bought; the cap of a day holds', async () => {
  const { shop } = pair();
  await pauseAll();
  await addSupplierTo(pair(), 'dear', { countries: ['fr'], markupFloorBp: 1 });
  const buyer = await newReseller(shop, { balance: 100 });
  expect(stockOf(await buyer.stock()).fr.available).toBe(0);
  expect((await buyer.buy(newKey(), { country: 'fr', qty: 1 })).body).toMatchObject({ code: 'out_of_stock', available: 0 });

  await addSupplierTo(pair(), 'capped', { countries: ['fr'], capPerDay: 2 });
  expect(stockOf(await buyer.stock()).fr.available).toBe(2);
  created(await buyer.buy(newKey(), { country: 'fr', qty: 2 }));
  expect((await buyer.buy(newKey(), { country: 'fr', qty: 1 })).body).toMatchObject({ code: 'out_of_stock', available: 0 });
  expect(await buyer.money()).toBe(94.2);
});

test('a supplier that only ever has too much of us was not asked: another one delivers, and nothing is claimed', {
  timeout: 120_000,
}, async () => {
  const { shop, line } = pair();
  await pauseAll();
  const { account: busy } = await addSupplierTo(pair(), 'busy', { countries: ['fr'], preference: 1 });
  const { account: free } = await addSupplierTo(pair(), 'free', { countries: ['fr'], preference: 2 });
  const buyer = await newReseller(shop, { balance: 100 });
  let first: string | null = null;
  line.behave((key) => {
    first ??= key;
    return key === first ? 'rate_limited' : 'none';
  });
  const { proxies } = created(await buyer.buy(newKey(), { country: 'fr', qty: 2 }));
  line.behave(() => 'none');
  expect(proxies.length).toBe(2);
  expect([await busy.money(), await free.money()]).toEqual([10_000, 9_994.2]);
  const bought = await shop.services.db.prisma.supplierOrder.findUniqueOrThrow({ where: { key: first ?? '' } });
  expect(bought).toMatchObject({ status: 'refused', problem: 'refused' });
  expect(bought.attempts).toBeGreaterThan(1);
  await booksAreRight(pair());
});

test('the balance at a supplier is promised once: of two who buy at once, the one it does not pay for keeps his money', async () => {
  const { shop } = pair();
  await pauseAll();
  const { account } = await addSupplierTo(pair(), 'nearly-spent', { countries: ['fr'], balance: 5.8 });
  const buyers = await Promise.all([1, 2].map(() => newReseller(shop, { balance: 100 })));
  const answers = await Promise.all(
    buyers.map(async (buyer) => {
      const { status, body } = await buyer.buy(newKey(), { country: 'fr', qty: 2 });
      return { status, code: body.code ?? null, money: await buyer.money() };
    }),
  );
  expect(answers.toSorted((a, b) => a.status - b.status)).toEqual([
    { status: 201, code: null, money: 94.2 },
    { status: 409, code: 'out_of_stock', money: 100 },
  ]);
  expect(await account.money()).toBe(0);
  await booksAreRight(pair());
});

test('a supplier that fails is not offered until it is well again; its orders are settled both ways', async () => {
  const { shop, line } = pair();
  await addSupplierTo(pair(), 'shaky', { countries: ['es'] });
  const buyer = await newReseller(shop, { balance: 100 });
  line.behave(() => 'html_after');
  const [one, two] = await Promise.all(
    [newKey(), newKey()].map(async (key) => ({ key, answer: await buyer.buy(key, { country: 'es', qty: 1 }) })),
  );
  if (!one || !two) throw new Error('two orders are needed');
  for (const { key, answer } of [one, two]) {
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 500, code: 'order_failed' });
    const again = await buyer.buy(key, { country: 'es', qty: 1 });
    expect({ status: again.status, code: again.body.code, id: again.body.order_id }).toEqual({
      status: 409,
      code: 'order_failed',
      id: answer.body.order_id,
    });
  }
  expect(stockOf(await buyer.stock()).es.available).toBe(0);
  expect((await suppliers(shop.services)).find(({ name }) => name === 'shaky')?.health).toBe('down');
  line.behave(() => 'none');
  await booksAreRight(pair());

  const { services } = shop;
  const settlement = (answer: typeof one.answer) => ({
    orderId: Number(answer.body.order_id) as OrderId,
    actorId: null,
    reason: 'Settled by a test',
  });
  expect(await orders.deliverNow(services, settlement(one.answer))).toEqual({ outcome: 'delivered' });
  expect(await orders.refund(services, settlement(two.answer))).toMatchObject({ outcome: 'refunded', balanceCents: 9_730 });
  expect(await orders.refund(services, settlement(one.answer))).toEqual({ outcome: 'not_failed' });
  expect((await services.db.prisma.auditEntry.findMany({ orderBy: { id: 'asc' } })).map(({ after }) => after)).toEqual([
    { status: 'completed' },
    { status: 'refunded', credit_note: expect.any(String) },
  ]);
  const [proxy] = replayed(await buyer.buy(one.key, { country: 'es', qty: 1 })).proxies;
  expect(proxy && (await exitOf(proxy))).toMatch(/^127\.11\./);
  expect((await buyer.buy(two.key, { country: 'es', qty: 1 })).body).toMatchObject({ code: 'order_failed' });
  const mails = await mailsTo(services, buyer.email, 2);
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set([`Order ${one.answer.body.order_id} is delivered`, `Order ${two.answer.body.order_id} is refunded`]),
  );
  await booksAreRight(pair());
  // A minute after the last failure, the next look finds it well.
  await vi.waitFor(async () => expect(stockOf(await buyer.stock()).es.available).toBeGreaterThan(0), {
    timeout: 150_000,
    interval: 3_000,
  });
}, 240_000);
