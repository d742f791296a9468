/** The daily wheel: one spin a day whatever is sent, and a prize that one purchase on the site uses up. */
import { expect, test } from 'vitest';
import { PRIZE_DAYS } from '#server/plugins/promotions/rules.ts';
import { type Wheel, wheelSchema } from '#server/plugins/promotions/schema.ts';
import { clearOfMidnight } from '#tests/harness/midnight.ts';
import { buyAt, franceOf, offerOf, putPrize } from '#tests/harness/promotions.ts';
import { newReseller } from '#tests/harness/reseller.ts';
import { newSession, type Session, sessionOf } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

async function wheelOf(session: Session): Promise<Wheel> {
  const answer = await session.query('promotions.wheel');
  expect(answer.status).toBe(200);
  return wheelSchema.parse(answer.data);
}

const spinsOf = ({ accountId }: Session) => site().services.db.prisma.wheelSpin.count({ where: { accountId } });

test('the wheel shows its prizes with their chances, and nothing spun', async () => {
  const wheel = await wheelOf(await newSession(site()));
  expect(wheel.segments.map(({ percentage }) => percentage)).toEqual([1, 2, 3, 5, 8, 10]);
  expect(wheel.segments.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1);
  expect(wheel).toMatchObject({ spin: null, prizes: [] });
  expect(new Date(wheel.next_day_at).getTime() - new Date(wheel.day).getTime()).toBe(86_400_000);
});

test('twelve spins at once, and one more, are one spin with one prize', async () => {
  await clearOfMidnight();
  const session = await newSession(site());
  const { day, segments } = await wheelOf(session);
  const answers = await Promise.all(Array.from({ length: 12 }, () => session.mutate('promotions.spin', { day })));
  const [first] = answers;
  for (const answer of [...answers, await session.mutate('promotions.spin', { day })]) expect(answer).toEqual(first);
  const prize = first?.data as Wheel['prizes'][number];
  expect(segments.map(({ percentage }) => percentage)).toContain(prize.percentage);
  expect((new Date(prize.expires_at).getTime() - Date.now()) / 86_400_000).toBeCloseTo(PRIZE_DAYS, 2);
  expect(await spinsOf(session)).toBe(1);
  expect(await wheelOf(session)).toMatchObject({ spin: prize, prizes: [prize] });
});

test('only today can be spun; a day that was spun answers its prize later, too', async () => {
  await clearOfMidnight();
  const session = await newSession(site());
  for (const daysAhead of [-1, 1]) {
    const day = new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
    expect(await session.mutate('promotions.spin', { day })).toMatchObject({ status: 409, code: 'CONFLICT' });
  }
  expect(await spinsOf(session)).toBe(0);
  const day = await putPrize(site(), session.accountId, { percentage: 8 });
  expect((await session.mutate('promotions.spin', { day })).data).toMatchObject({ percentage: 8 });
  expect((await session.mutate('promotions.spin', { day: '2026-02-30' })).status).toBe(400);
});

test('the database itself takes no second spin of a day, and none of another day', async () => {
  const session = await newSession(site());
  await putPrize(site(), session.accountId);
  await expect(putPrize(site(), session.accountId)).rejects.toThrow();
  const spunAt = new Date();
  const data = {
    accountId: session.accountId,
    day: new Date('2020-01-01'),
    discountBp: 1,
    spunAt,
    expiresAt: new Date(spunAt.getTime() + 1_000),
  };
  await expect(site().services.db.prisma.wheelSpin.create({ data })).rejects.toThrow('wheel_spins_day');
});

test('a prize lowers one purchase on the site, which says so, and is gone', async () => {
  const session = await newSession(site());
  const day = await putPrize(site(), session.accountId);
  const step = franceOf(await offerOf(session));
  expect(step.unit_cents).toBe(203);
  expect(step.discounts.at(-1)).toMatchObject({ kind: 'wheel', percentage: 30, reference: day, outcome: 'applied' });
  const { data } = await buyAt(session, 2.03);
  const { order_id: id } = (data as { order: { order_id: number } }).order;
  const order = await site().services.db.prisma.order.findUniqueOrThrow({ where: { id } });
  expect(order).toMatchObject({ discountKind: 'wheel', discountReference: day });
  expect(await site().services.db.prisma.wheelSpin.findFirstOrThrow({ where: { accountId: session.accountId } })).toMatchObject({
    orderId: id,
  });
  expect(franceOf(await offerOf(session)).unit_cents).toBe(290);
  expect((await wheelOf(session)).prizes).toEqual([]);
});

test('parallel purchases use a prize once, and the others are charged nothing they did not see', async () => {
  const session = await newSession(site());
  await putPrize(site(), session.accountId);
  const answers = await Promise.all(Array.from({ length: 6 }, () => buyAt(session, 2.03)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect((await offerOf(session)).balance_cents).toBe(10_000 - 203);
});

test('of several prizes the best is used first, an expired one never, and a kept one stays', async () => {
  const session = await newSession(site());
  await putPrize(site(), session.accountId, { percentage: 10, daysAgo: 1 });
  await putPrize(site(), session.accountId, { percentage: 20, daysAgo: 2 });
  await putPrize(site(), session.accountId, { percentage: 90, daysAgo: 9, expiresAt: new Date(Date.now() - 1_000) });
  expect(franceOf(await offerOf(session, ['wheel']))).toMatchObject({ unit_cents: 290 });
  expect(franceOf(await offerOf(session, ['wheel'])).discounts.at(-1)).toMatchObject({ outcome: 'kept', percentage: 20 });
  expect((await buyAt(session, 2.9, { keep: ['wheel'] })).status).toBe(200);
  expect((await buyAt(session, 2.32)).status).toBe(200);
  expect((await buyAt(session, 2.61)).status).toBe(200);
  expect((await buyAt(session, 2.9)).status).toBe(200);
});

test('on a tie the reseller tier applies, and the prize stays', async () => {
  const session = await sessionOf(site(), await newReseller(site(), { tierName: 'silver' }));
  await putPrize(site(), session.accountId, { percentage: 10 });
  expect((await buyAt(session, 2.61)).status).toBe(200);
  expect((await wheelOf(session)).prizes).toHaveLength(1);
});

test('each account has its own wheel', async () => {
  await clearOfMidnight();
  const [one, other] = [await newSession(site()), await newSession(site())];
  const { day } = await wheelOf(one);
  await one.mutate('promotions.spin', { day });
  expect(await wheelOf(other)).toMatchObject({ spin: null, prizes: [] });
  expect(franceOf(await offerOf(other)).unit_cents).toBe(290);
});
