/** Promo codes: entered once, used up by the purchase to which they applied, and never more often than they have uses. */
import { expect, test } from 'vitest';
import { endCode } from '#server/plugins/promotions/port.ts';
import { guessing } from '#server/plugins/promotions/rules.ts';
import { buyAt, franceOf, newCode, offerOf, putPrize } from '#tests/harness/promotions.ts';
import { newKey, newReseller } from '#tests/harness/reseller.ts';
import { newSession, type Session, sessionOf } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const LIST = 2.9;

const enter = async (session: Session, code: string) => (await session.mutate('promotions.enterCode', { code })).data;
const orderOf = (data: unknown) => (data as { order: { order_id: number; total_debited: number; discount: number } }).order;
const usesOf = (code: string) =>
  site().services.db.prisma.promoCode.findUniqueOrThrow({ where: { code }, select: { used: true } });
const outcomeOf = async (session: Session) =>
  franceOf(await offerOf(session)).discounts.find(({ kind }) => kind === 'promo_code')?.outcome;

test('a code lowers the price that is shown, the purchase at that price uses it up, and order and invoice say so', async () => {
  const session = await newSession(site());
  const code = await newCode(site());
  expect(await enter(session, ` ${code.toLowerCase()} `)).toEqual({ outcome: 'entered', code, percentage: 20 });
  expect(franceOf(await offerOf(session))).toMatchObject({ unit_cents: 232 });
  expect(await outcomeOf(session)).toBe('applied');

  const { status, data } = await buyAt(session, 2.32);
  expect(status).toBe(200);
  expect(orderOf(data)).toMatchObject({ total_debited: 2.32, discount: 0.58 });
  const order = await site().services.db.prisma.order.findUniqueOrThrow({ where: { id: orderOf(data).order_id } });
  expect(order).toMatchObject({ channel: 'site', discountKind: 'promo_code', discountReference: code });
  const invoice = await site().services.db.prisma.invoice.findFirstOrThrow({ where: { orderId: order.id } });
  expect(invoice.lines).toMatchObject([
    { description: `ISP proxy, France, 30 days (promo code ${code}, 20 % off)`, totalCents: 232 },
  ]);

  expect(await usesOf(code)).toEqual({ used: 1 });
  expect(franceOf(await offerOf(session)).unit_cents).toBe(290);
  expect(await enter(session, code)).toEqual({ outcome: 'used_before' });
});

test('a code is refused with the reason: unknown, not begun, ended, used up', async () => {
  const session = await newSession(site());
  const startsAt = new Date(Date.now() + 3_600_000);
  expect(await enter(session, 'NOBODY-MADE-THIS')).toEqual({ outcome: 'unknown' });
  expect(await enter(session, await newCode(site(), { startsAt, endsAt: new Date(Date.now() + 7_200_000) }))).toEqual({
    outcome: 'not_started',
    starts_at: startsAt.toISOString(),
  });
  expect(await enter(session, await newCode(site(), { endsAt: new Date(Date.now() - 1_000) }))).toEqual({ outcome: 'ended' });
  const once = await newCode(site(), { uses: 1 });
  const quicker = await newSession(site());
  await enter(quicker, once);
  expect((await buyAt(quicker, 2.32)).status).toBe(200);
  expect(await enter(session, once)).toEqual({ outcome: 'used_up' });
  expect(franceOf(await offerOf(session)).unit_cents).toBe(290);
  for (const code of ['', 'AB', 'with space', 'X'.repeat(33), '%', 'ÄÖÜ']) {
    expect((await session.mutate('promotions.enterCode', { code })).status).toBe(400);
  }
});

test('a code that is worse than the reseller tier does not apply and is not used up', async () => {
  const session = await sessionOf(site(), await newReseller(site(), { tierName: 'gold' }));
  const code = await newCode(site(), { percentage: 15 });
  await enter(session, code);
  expect(await outcomeOf(session)).toBe('smaller');
  expect(orderOf((await buyAt(session, 2.46)).data).total_debited).toBe(2.46);
  expect(await usesOf(code)).toEqual({ used: 0 });
  expect(await outcomeOf(session)).toBe('smaller');
});

test('of a code of one use and many buyers at once, one gets it and nobody is charged another amount than he was shown', async () => {
  const code = await newCode(site(), { uses: 1 });
  const buyers = await Promise.all(Array.from({ length: 6 }, () => newSession(site())));
  for (const buyer of buyers) await enter(buyer, code);
  const answers = await Promise.all(buyers.map((buyer) => buyAt(buyer, 2.32)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 409, message: expect.stringContaining('price has changed') });
  expect(await usesOf(code)).toEqual({ used: 1 });
  for (const [index, buyer] of buyers.entries()) {
    const won = answers[index]?.status === 200;
    expect((await offerOf(buyer)).balance_cents).toBe(won ? 10_000 - 232 : 10_000);
    if (!won) expect(await outcomeOf(buyer)).toBe('used_up');
  }
});

test('two purchases of one account at once use a code once', async () => {
  const session = await newSession(site());
  const code = await newCode(site());
  await enter(session, code);
  const answers = await Promise.all(Array.from({ length: 5 }, () => buyAt(session, 2.32)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await usesOf(code)).toEqual({ used: 1 });
  expect((await offerOf(session)).balance_cents).toBe(10_000 - 232);
});

test('a purchase that fails uses nothing up, and a replay uses nothing twice', async () => {
  const session = await newSession(site());
  const code = await newCode(site());
  await enter(session, code);
  const order = { idempotencyKey: newKey(), country: 'fr', qty: 50 };
  const dear = await session.mutate('orders.buy', { ...order, expected_total: 92 });
  expect(dear.status).toBe(200);
  expect(await usesOf(code)).toEqual({ used: 1 });
  expect(await session.mutate('orders.buy', { ...order, expected_total: 92 })).toMatchObject({
    status: 200,
    data: { outcome: 'replayed', order: { total_debited: 92 } },
  });
  expect(await usesOf(code)).toEqual({ used: 1 });

  const next = await newCode(site());
  await enter(session, next);
  // 8.00 euros are left.
  expect((await session.mutate('orders.buy', { ...order, idempotencyKey: newKey(), expected_total: 92 })).status).toBe(402);
  expect(await usesOf(next)).toEqual({ used: 0 });
  expect(await outcomeOf(session)).toBe('applied');
});

test('a price that moved, up or down, is told and not charged; the same key then buys at the new one', async () => {
  const session = await newSession(site());
  const key = newKey();
  const buy = (expected_total: number) =>
    session.mutate('orders.buy', { idempotencyKey: key, country: 'fr', qty: 1, expected_total });
  expect((await buy(2.32)).status).toBe(409);
  expect((await buy(3.1)).status).toBe(409);
  expect((await offerOf(session)).balance_cents).toBe(10_000);
  expect(orderOf((await buy(LIST)).data).total_debited).toBe(LIST);
});

test('a code that ended after it was entered is told so and not counted in', async () => {
  const session = await newSession(site());
  const code = await newCode(site());
  await enter(session, code);
  await endCode(site().services.db, code);
  expect(await outcomeOf(session)).toBe('ended');
  expect((await buyAt(session, 2.32)).status).toBe(409);
  expect((await buyAt(session, LIST)).status).toBe(200);
});

test('a code can be taken out, and kept for another purchase', async () => {
  const session = await newSession(site());
  const code = await newCode(site());
  await enter(session, code);
  expect(franceOf(await offerOf(session, ['promo_code'])).unit_cents).toBe(290);
  expect(orderOf((await buyAt(session, LIST, { keep: ['promo_code'] })).data).total_debited).toBe(LIST);
  expect(await outcomeOf(session)).toBe('applied');
  await session.mutate('promotions.removeCode');
  expect(await outcomeOf(session)).toBe('not_granted');
  expect(await usesOf(code)).toEqual({ used: 0 });
});

test('the best single discount applies: a prize of the wheel before a smaller code, which stays', async () => {
  const session = await newSession(site());
  const code = await newCode(site());
  await enter(session, code);
  await putPrize(site(), session.accountId);
  expect(await outcomeOf(session)).toBe('smaller');
  expect(orderOf((await buyAt(session, 2.03)).data).total_debited).toBe(2.03);
  expect(await outcomeOf(session)).toBe('applied');
});

test('a purchase that does not say what it was shown takes the list price and uses nothing up', async () => {
  const session = await newSession(site());
  const code = await newCode(site());
  await enter(session, code);
  const { data } = await session.mutate('orders.buy', { idempotencyKey: newKey(), country: 'fr', qty: 1 });
  expect(orderOf(data).total_debited).toBe(LIST);
  expect(await usesOf(code)).toEqual({ used: 0 });
});

test('guessing is throttled, also in parallel, while known codes are not counted', async () => {
  const session = await newSession(site());
  const code = await newCode(site());
  for (let nth = 0; nth <= guessing.free; nth += 1) await enter(session, code);
  const answers = await Promise.all(
    Array.from({ length: guessing.free + 5 }, (_, nth) => session.mutate('promotions.enterCode', { code: `GUESS-${nth}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(guessing.free);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await session.mutate('promotions.enterCode', { code })).status).toBe(429);
  // Others are not made to wait.
  expect(await enter(await newSession(site()), code)).toMatchObject({ outcome: 'entered' });
});
