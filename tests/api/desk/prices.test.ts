/** The desk's prices: lists that hold at once or from their moment on, codes and odds, each with its reason in the audit. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { verify } from '#server/operator/verify.ts';
import { setPriceTier } from '#server/plugins/pricing/port.ts';
import { type Holder, newHolder, ownServices } from '#tests/harness/procedures.ts';
import { newStaff, type Staff } from '#tests/harness/staff.ts';

const services = ownServices(60);
const reason = 'what a test is for';

let staff: Staff;
let holder: Holder;
beforeAll(async () => {
  staff = await newStaff(services());
  holder = await newHolder(services(), 5_000_00);
});

const prices = () => staff.call.prices;
const prisma = () => services().db.prisma;
const list = (first: number, more: [number, number][] = []) => [
  { min_qty: 1, unit_price_cents: first },
  ...more.map(([min_qty, unit_price_cents]) => ({ min_qty, unit_price_cents })),
];
const of = async (country: string) =>
  (await prices().lists()).find((one) => one.country === country) ?? expect.fail('no such country');
const unitPrice = async (country: string, qty: number) =>
  (await holder.call.orders.stock({ qty })).stock.find((one) => one.country === country)?.unit_price;
const newest = (action: string) => prisma().auditEntry.findFirst({ where: { action }, orderBy: { id: 'desc' } });

async function setList(country: 'fr' | 'es' | 'eu', steps: ReturnType<typeof list>, begins_at: string | null = null) {
  return prices().setList({ country, begins_at, steps, seen: (await of(country)).steps, reason });
}

async function expectAllWell(): Promise<void> {
  expect(await verify(services().db)).toMatchObject({ ok: true, violations: [] });
}

test('a new list holds from the next quote on, takes the place of the old one, and stands in the audit with what it changed', async () => {
  expect(await setList('fr', list(310, [[20, 205]]))).toMatchObject({ outcome: 'written' });
  expect([await unitPrice('fr', 1), await unitPrice('fr', 10), await unitPrice('fr', 20)]).toEqual([3.1, 3.1, 2.05]);
  expect((await of('fr')).steps).toEqual(list(310, [[20, 205]]));
  expect(await unitPrice('es', 1)).toBe(2.7);
  expect(await newest('prices.set')).toMatchObject({
    actorId: staff.accountId,
    subjectId: 'fr',
    reason,
    before: { prices: 'from 1: 2.90, from 10: 2.60, from 25: 2.30' },
    after: { prices: 'from 1: 3.10, from 20: 2.05' },
  });
  await expectAllWell();
});

test('of two who change what both have seen, one is told that it was changed, and nothing of his is written', async () => {
  const { steps: seen } = await of('es');
  const outcomes = await Promise.all(
    [261, 262, 263].map((price) => prices().setList({ country: 'es', begins_at: null, steps: list(price), seen, reason })),
  );
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'changed', 'written']);
  expect(await prisma().priceTier.count({ where: { country: 'es' } })).toBe(1);
  expect(await prisma().auditEntry.count({ where: { action: 'prices.set', subjectId: 'es' } })).toBe(1);
});

/** Writes a list that begins later, and once `before` has seen that it does not hold yet, has it begin in a moment. @returns that moment. */
async function beginSoon(country: 'fr' | 'eu', steps: ReturnType<typeof list>, before: () => Promise<void>): Promise<Date> {
  const later = new Date(Date.now() + 3_600_000);
  expect(await setList(country, steps, later.toISOString())).toEqual({ outcome: 'written', begins_at: later.toISOString() });
  expect((await of(country)).scheduled).toEqual([{ begins_at: later.toISOString(), steps }]);
  await before();
  const begins = new Date(Date.now() + 500);
  await prisma().priceTier.updateMany({ where: { country, beginsAt: later }, data: { beginsAt: begins } });
  return begins;
}

test('a list that begins later holds from its moment on, for every quote after it and none before', async () => {
  const { unit_price_cents: before = 0 } = (await of('eu')).steps[0] ?? {};
  const seen: { asked: number; told: number; price: number }[] = [];
  async function quote(): Promise<number> {
    const asked = Date.now();
    const price = (await unitPrice('eu', 1)) ?? 0;
    seen.push({ asked, told: Date.now(), price });
    return asked;
  }
  const begins = await beginSoon('eu', list(199), async () => void (await quote()));
  while ((await quote()) <= begins.getTime());
  expect(new Set(seen.map(({ price }) => price))).toEqual(new Set([before / 100, 1.99]));
  for (const { asked, told, price } of seen) {
    if (asked > begins.getTime()) expect(price).toBe(1.99);
    if (told < begins.getTime()) expect(price).toBe(before / 100);
  }
  expect(await of('eu')).toMatchObject({ begins_at: begins.toISOString(), scheduled: [] });
  await expectAllWell();
});

test('orders that are placed while a list begins are debited by one of the two lists, whole', async () => {
  const totals: number[] = [];
  async function order(): Promise<number> {
    const asked = Date.now();
    const { order } = await holder.call.orders.buy({ idempotencyKey: randomUUID(), country: 'fr', qty: 1 });
    totals.push((await prisma().order.findUniqueOrThrow({ where: { id: order.order_id } })).totalCents);
    await pause(20);
    return asked;
  }
  const begins = await beginSoon('fr', list(150, [[5, 120]]), async () => void (await order()));
  while ((await order()) <= begins.getTime());
  expect([totals[0], totals.at(-1)]).toEqual([310, 150]);
  for (const total of totals) expect([310, 150]).toContain(total);
  expect(totals).toEqual(totals.toSorted((one, other) => other - one));
  await expectAllWell();
});

test('a list is taken back before it begins and not after; two cannot begin at one moment, none in the past', async () => {
  const begins_at = new Date(Date.now() + 86_400_000).toISOString();
  expect(await setList('es', list(100), begins_at)).toMatchObject({ outcome: 'written' });
  expect(await setList('es', list(101), begins_at)).toEqual({ outcome: 'taken' });
  expect(await setList('es', list(101), new Date(Date.now() - 1_000).toISOString())).toEqual({ outcome: 'past' });
  const { begins_at: begun } = await of('es');
  expect(await prices().cancelList({ country: 'es', begins_at: begun, reason })).toEqual({ cancelled: false });
  expect(await prices().cancelList({ country: 'es', begins_at, reason })).toEqual({ cancelled: true });
  expect(await prices().cancelList({ country: 'es', begins_at, reason })).toEqual({ cancelled: false });
  expect((await of('es')).scheduled).toEqual([]);
  expect(await newest('prices.cancel')).toMatchObject({ subjectId: 'es', before: { begins_at, prices: 'from 1: 1.00' } });
});

test('the operator’s command changes the list in force and leaves the later ones alone', async () => {
  const begins_at = new Date(Date.now() + 86_400_000).toISOString();
  await setList('es', list(111), begins_at);
  await services().db.transaction((tx) => setPriceTier(tx, 'es', 10, cents(99)));
  const { steps, scheduled } = await of('es');
  expect(steps.at(-1)).toEqual({ min_qty: 10, unit_price_cents: 99 });
  expect(scheduled).toEqual([{ begins_at, steps: list(111) }]);
  expect(await unitPrice('es', 10)).toBe(0.99);
});

test('a list without a price for one, with a quantity twice or with a price of nothing is refused', async () => {
  const steps = [[{ min_qty: 2, unit_price_cents: 100 }], list(100, [[1, 90]]), list(0), list(100, [[51, 90]])];
  for (const wrong of steps) await expect(setList('fr', wrong)).rejects.toThrow();
});

test('a promo code is added once, ended, and shown with its uses; the audit has both', async () => {
  const code = { code: 'desk-10', percentage: 10, starts_at: null, ends_at: null, total_uses: 5, reason };
  const added = await Promise.all([prices().addCode(code), prices().addCode(code)]);
  expect(added.map(({ outcome }) => outcome).sort()).toEqual(['added', 'taken']);
  expect(await prices().codes()).toMatchObject([{ code: 'DESK-10', percentage: 10, used: 0, total_uses: 5, ends_at: null }]);
  expect(await holder.call.promotions.enterCode({ code: 'desk-10' })).toMatchObject({ outcome: 'entered' });
  expect(await prices().endCode({ code: 'desk-10', reason })).toEqual({ outcome: 'ended' });
  expect(await holder.call.promotions.enterCode({ code: 'desk-10' })).toEqual({ outcome: 'ended' });
  expect(await prices().endCode({ code: 'nobodys', reason })).toEqual({ outcome: 'unknown' });
  expect(await prisma().auditEntry.count({ where: { subjectKind: 'promo_code', subjectId: 'DESK-10' } })).toBe(2);
  await expect(prices().addCode({ ...code, ends_at: new Date(Date.now() - 1).toISOString() })).rejects.toThrow();
});

test('the wheel gets other odds as a whole, and none closes it', async () => {
  const prizes = [
    { percentage: 2.5, weight: 3 },
    { percentage: 10, weight: 1 },
  ];
  expect(await prices().setWheel({ prizes: prizes.toReversed(), reason })).toEqual(prizes);
  expect(await prices().wheel()).toEqual(prizes);
  const { segments } = await holder.call.promotions.wheel();
  expect(segments).toEqual([
    { percentage: 2.5, chance: 0.75 },
    { percentage: 10, chance: 0.25 },
  ]);
  await Promise.all([1, 2, 3].map((weight) => prices().setWheel({ prizes: [{ percentage: 5, weight }], reason })));
  expect(await prices().wheel()).toHaveLength(1);
  expect(await prices().setWheel({ prizes: [], reason })).toEqual([]);
  expect(await newest('prices.set_wheel')).toMatchObject({ after: { prizes: 'closed' } });
});
