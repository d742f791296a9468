/**
 * Whatever happens on the line to a supplier, or comes over it: an order here is completed, failed or never was, both books are right, and
 * support can settle what failed both ways.
 */
import { randomInt } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { type Country, countries } from '#server/kernel/countries.ts';
import type { OrderId } from '#server/kernel/ids.ts';
import * as orders from '#server/plugins/orders/port.ts';
import { entryFaults } from '#tests/harness/faulty-entry.ts';
import { type Fault, faults } from '#tests/harness/faulty-line.ts';
import { created, newKey, newReseller, type Reseller, replayed } from '#tests/harness/reseller.ts';
import { addOwnTo, addSupplierTo, booksAreRight, ownAddressesOf, suppliedSite } from '#tests/harness/supplied.ts';

const RUNS = 500;
const BUYERS = 25;
const AT_ONCE = 12;
/** So many that no key comes near its rate limit. */
const SUPPLIERS = 150;
const PROXIES_OF_ONE = 10;
const BALANCE = 1_000;
/** Own addresses of each country at the start; later one comes before so large a part of the purchases, so that orders of both go on. */
const OWN = 5;
const OWN_COMES = 0.4;
const REST_DAYS = 3;

const pair = suppliedSite({ exits: 900 });

/** Those after which the same key tells what was bought; after the others nobody can be sure without looking. */
const healed: readonly Fault[] = [
  'none',
  'cut_before',
  'cut_after',
  'silent_before',
  'silent_after',
  'html_before',
  'html_after',
  'half_answer',
  'slow_answer',
  'twice',
  'not_json',
  'server_error_before',
  'server_error_after',
  'another_answer',
  'another_refusal',
];

const settlement = (orderId: number) => ({ orderId: orderId as OrderId, actorId: null, reason: 'Settled by a test' });

/** Health is for another test: here everybody goes on selling. Locked in the order of purchases, so that neither waits for the other for ever. */
async function everybodyIsWell(): Promise<void> {
  await pair().shop.services.db.prisma.$executeRaw`
    UPDATE suppliers SET failures = 0, failed_at = NULL, seen_at = now()
    WHERE id IN (SELECT id FROM suppliers ORDER BY id FOR NO KEY UPDATE)`;
}

/** Every purchase from the supplier is known here, and passed on once or not at all. @returns how many were paid for and not passed on. */
async function nothingIsLostOrDoubled(): Promise<number> {
  const { shop, supplier } = pair();
  const theirs = await supplier.services.db.prisma.order.findMany();
  const proxies = await supplier.services.db.prisma.proxy.findMany({ select: { id: true, orderId: true } });
  const ours = new Map((await shop.services.db.prisma.supplierOrder.findMany()).map((one) => [one.key, one]));
  const came = await shop.services.db.prisma.upstream.findMany({ include: { proxies: { select: { orderId: true } } } });
  let stranded = 0;
  for (const order of theirs) {
    const known = ours.get(order.idempotencyKey);
    expect(known).toMatchObject({ qty: order.qty, country: order.country });
    if (known?.status !== 'delivered') {
      expect(known?.status).toBe('faulty');
      stranded += 1;
      continue;
    }
    expect({ id: known.remoteOrderId, cost: known.costCents }).toEqual({ id: order.id, cost: order.totalCents });
    const sold = proxies.filter(({ orderId }) => orderId === order.id).map(({ id }) => id);
    const passedOn = came.filter((upstream) => upstream.supplierOrderId === known.id);
    expect(passedOn.map(({ remoteProxyId }) => remoteProxyId).sort()).toEqual(sold.sort());
    for (const { proxies: used } of passedOn) for (const proxy of used) expect(proxy.orderId).toBe(known.orderId);
  }
  for (const { key, status } of ours.values()) {
    const there = theirs.some(({ idempotencyKey }) => idempotencyKey === key);
    if (status === 'refused') expect(there).toBe(false);
    if (status === 'delivered') expect(there).toBe(true);
  }
  return stranded;
}

describe('one after the other', { timeout: 120_000 }, () => {
  test.for(faults)('%s at the first attempt', async (fault) => {
    const { shop, line } = pair();
    // One of its own for each, so that no key comes near its rate limit.
    await shop.services.db.prisma.supplier.updateMany({ data: { pausedAt: new Date() } });
    await addSupplierTo(pair(), fault.replaceAll('_', '-'));
    const buyer = await newReseller(shop, { balance: 100 });
    line.behave(() => 'none');
    created(await buyer.buy(newKey(), { country: 'eu', qty: 1 }));

    for (const settle of healed.includes(fault) ? [null] : [orders.deliverNow, orders.refund]) {
      line.behave((_key, attempt) => (attempt === 1 ? fault : 'none'));
      const key = newKey();
      const answer = await buyer.buy(key, { country: 'fr', qty: 2 });
      line.behave(() => 'none');
      if (!settle) {
        expect(created(answer).proxies.length).toBe(2);
        continue;
      }
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 500, code: 'order_failed' });
      const orderId = Number(answer.body.order_id);
      expect((await buyer.buy(key, { country: 'fr', qty: 2 })).body).toMatchObject({ code: 'order_failed', order_id: orderId });
      await everybodyIsWell();
      expect((await settle(shop.services, settlement(orderId))).outcome).toMatch(/delivered|refunded/);
    }
    await booksAreRight(pair());
    await nothingIsLostOrDoubled();
  });
});

/** Numbers from 0 to 1 by a seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test(`${RUNS} purchases, each with faults by chance`, { timeout: 900_000 }, async () => {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(1_000_000));
  console.log(`FAULT_SEED=${seed}`);
  const { shop, supplier, line, entry } = pair();
  await shop.services.db.prisma.supplier.updateMany({ data: { pausedAt: new Date() } });
  for (let nth = 0; nth < SUPPLIERS; nth += 1) await addSupplierTo(pair(), `many-${nth}`, { capPerDay: PROXIES_OF_ONE });
  await shop.services.db.prisma.stockSetting.updateMany({ data: { restDays: REST_DAYS } });
  for (const country of countries) await addOwnTo(pair(), country, OWN);
  let own = OWN * countries.length;
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newReseller(shop, { balance: BALANCE, cap: 10_000 })));

  const { prisma } = shop.services.db;
  /** Keys of the buyers' own, so that an order tells which purchase it is. */
  const keyOf = (nth: number) => `purchase-${seed}-${nth}`;
  /**
   * By the number of the purchase, which of its parts it is and the attempt, so that the seed repeats them in whatever order requests arrive;
   * most of the later attempts are honest, else nothing would ever come through.
   */
  const met = new Map<number, Fault[]>();
  const purchaseOf = async (key: string) => {
    const orderId = Number(key.split('-')[1]);
    const [order, parts] = await Promise.all([
      prisma.order.findUniqueOrThrow({ where: { id: orderId } }),
      prisma.supplierOrder.findMany({ where: { orderId }, orderBy: { id: 'asc' } }),
    ]);
    const nth = Number(order.idempotencyKey.split('-')[2]);
    return { orderId, nth, part: parts.findIndex((one) => one.key === key) };
  };
  line.behave(async (key, attempt) => {
    const { orderId, nth, part } = await purchaseOf(key);
    const random = numbersFrom(seed + nth * 100_000 + part * 1_000 + attempt);
    const fault = random() < (attempt === 1 ? 0.25 : 0.6) ? 'none' : (faults[Math.floor(random() * faults.length)] ?? 'none');
    met.set(orderId, [...(met.get(orderId) ?? []), fault]);
    return fault;
  });
  // At the entry point by which proxy of the part it is.
  const metAtEntry: Record<string, number> = {};
  entry.behaveByLogin(async (username, attempt) => {
    const proxy = await supplier.services.db.prisma.proxy.findUniqueOrThrow({ where: { username } });
    const { idempotencyKey } = await supplier.services.db.prisma.order.findUniqueOrThrow({ where: { id: proxy.orderId } });
    const { nth, part } = await purchaseOf(idempotencyKey);
    const random = numbersFrom(seed + nth * 100_000 + part * 1_000 + 500 + proxy.position * 10 + attempt);
    const fault = random() < 0.9 ? 'none' : (entryFaults[Math.floor(random() * entryFaults.length)] ?? 'none');
    metAtEntry[fault] = (metAtEntry[fault] ?? 0) + 1;
    return fault;
  });

  const runs: { buyer: Reseller; key: string; country: Country; qty: number; status: number; code: unknown }[] = [];
  let next = 0;
  const shopper = async () => {
    for (let nth = next++; nth < RUNS; nth = next++) {
      const random = numbersFrom(seed + nth);
      const country = countries[Math.floor(random() * countries.length)] ?? 'fr';
      const run = { buyer: buyers[nth % BUYERS] as Reseller, key: keyOf(nth), country, qty: 1 + Math.floor(random() * 3) };
      if (random() < OWN_COMES) {
        own += 1;
        await addOwnTo(pair(), country);
      }
      const { status, body } = await run.buyer.buy(run.key, { country, qty: run.qty });
      runs.push({ ...run, status, code: body.code ?? null });
      if (nth % 5 === 0) await everybodyIsWell();
      await booksAreRight(pair());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, shopper));
  await vi.waitFor(async () => expect(await prisma.order.count({ where: { status: 'processing' } })).toBe(0), {
    timeout: 120_000,
    interval: 500,
  });
  await booksAreRight(pair());
  const whereOwnAre = await ownAddressesOf(pair());
  expect(whereOwnAre.leased + whereOwnAre.kept + whereOwnAre.free).toBe(own);

  const matrix = new Map<string, Record<string, number>>();
  const stood: Record<string, number> = {};
  /** Orders of own and bought. */
  const ofBoth: Record<string, number> = {};
  const begun = await prisma.orderEvent.findMany({ where: { kind: 'debited' } });
  const mixed = new Set(begun.filter(({ detail }) => (detail as { own: number }).own > 0).map(({ orderId }) => orderId));
  const made = new Map((await prisma.order.findMany()).map((order) => [order.idempotencyKey, order]));
  for (const run of runs) {
    const order = made.get(run.key);
    const status = order?.status ?? 'never existed';
    expect(['completed', 'failed', 'never existed']).toContain(status);
    if (run.status === 201) expect(status).toBe('completed');
    if (run.status === 500) expect({ status, code: run.code }).toEqual({ status: 'failed', code: 'order_failed' });
    if (!order) expect({ status: run.status, code: run.code }).toEqual({ status: 409, code: 'out_of_stock' });
    stood[status] = (stood[status] ?? 0) + 1;
    if (order && mixed.has(order.id)) ofBoth[status] = (ofBoth[status] ?? 0) + 1;
    for (const fault of new Set(order ? met.get(order.id) : [])) {
      const row = matrix.get(fault) ?? {};
      row[status] = (row[status] ?? 0) + 1;
      matrix.set(fault, row);
    }
  }
  console.log(
    JSON.stringify({
      seed,
      runs: runs.length,
      orders: stood,
      of_own_and_bought: ofBoth,
      own_addresses: whereOwnAre,
      orders_that_met: Object.fromEntries([...matrix].sort()),
      connections_that_met: metAtEntry,
    }),
  );

  // The faults came upon orders that keep own addresses as well.
  expect(ofBoth.completed).toBeGreaterThan(0);
  expect(whereOwnAre.kept).toBeGreaterThan(0);

  line.behave(() => 'none');
  entry.behave(() => 'none');
  const settled: Record<string, number> = {};
  for (const { order_id: orderId } of await orders.failed(shop.services.db, 'oldest', { limit: RUNS, offset: 0 })) {
    const [settling, wanted] = orderId % 2 === 0 ? [orders.deliverNow, 'delivered'] : [orders.refund, 'refunded'];
    // The key that it was bought with may be at its limit per minute: support tries again then.
    const outcome = await vi.waitFor(
      async () => {
        await everybodyIsWell();
        const settled = await settling(shop.services, settlement(orderId));
        expect(settled.outcome).toBe(wanted);
        return settled.outcome;
      },
      { timeout: 100_000, interval: 5_000 },
    );
    settled[outcome] = (settled[outcome] ?? 0) + 1;
  }
  await booksAreRight(pair());
  const stranded = await nothingIsLostOrDoubled();
  const { leased, kept, free } = await ownAddressesOf(pair());
  expect({ all: leased + kept + free, kept }).toEqual({ all: own, kept: 0 });
  console.log(JSON.stringify({ settled, paid_and_not_passed_on: stranded, own_addresses: { leased, free } }));

  const spent = new Map<Reseller, number>();
  for (const order of await prisma.order.findMany({ where: { status: 'completed' } })) {
    const buyer = buyers.find(({ accountId }) => accountId === order.accountId);
    if (buyer) spent.set(buyer, (spent.get(buyer) ?? 0) + order.totalCents);
  }
  for (const buyer of buyers) expect(Math.round((await buyer.money()) * 100)).toBe(BALANCE * 100 - (spent.get(buyer) ?? 0));
  // The keys of a few tell what became of them; all of them would take longer than the rate limit of a key allows.
  for (const run of runs.slice(0, BUYERS)) {
    const order = await prisma.order.findFirst({ where: { idempotencyKey: run.key } });
    const answer = await run.buyer.buy(run.key, { country: run.country, qty: run.qty });
    if (order?.status === 'completed') expect(replayed(answer).proxies.length).toBe(run.qty);
    if (order?.status === 'refunded') expect(answer.body).toMatchObject({ code: 'order_failed', order_id: order.id });
  }
});
