/** orders.offer: what the buying page shows is what a purchase by that page then costs, for this account alone. */
import { expect, test } from 'vitest';
import { type Offer, offerSchema } from '#server/plugins/orders/schema.ts';
import { putOrder } from '#tests/harness/orders.ts';
import { newKey, newReseller, type ResellerOptions } from '#tests/harness/reseller.ts';
import { newSession, type Session, sessionOf } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

async function offerOf(session: Session): Promise<Offer> {
  const answer = await session.query('orders.offer');
  expect(answer.status).toBe(200);
  return offerSchema.parse(answer.data);
}

async function newBuyer(options: ResellerOptions) {
  const reseller = await newReseller(site(), options);
  return { reseller, session: await sessionOf(site(), reseller) };
}

const france = (offer: Offer) => {
  const found = offer.countries.find(({ country }) => country === 'fr');
  if (!found) throw new Error('France is not on offer');
  return found;
};

test('each step costs what a purchase of that many debits, discount included', async () => {
  const until = new Date(Date.now() + 3_600_000);
  const { session } = await newBuyer({ balance: 200, tierName: 'bronze', review: { basisPoints: 1_250, until } });
  const offer = await offerOf(session);
  expect(offer.balance_cents).toBe(20_000);
  let spent = 0;
  for (const { min_qty: qty, unit_cents: unit } of france(offer).steps) {
    const { status, data } = await session.mutate('orders.buy', { idempotencyKey: newKey(), country: 'fr', qty });
    expect(status).toBe(200);
    expect(data).toMatchObject({ outcome: 'created', order: { total_debited: (unit * qty) / 100 } });
    spent += unit * qty;
  }
  expect((await offerOf(session)).balance_cents).toBe(20_000 - spent);
  const orders = await site().services.db.prisma.order.findMany({ where: { accountId: session.accountId } });
  expect(orders.map((order) => [order.channel, order.discountKind])).toEqual(Array(3).fill(['site', 'review']));
});

test('tells which discount applied and why the others did not', async () => {
  const until = new Date(Date.now() + 3_600_000);
  const both = await newBuyer({ tierName: 'bronze', review: { basisPoints: 1_250, until } });
  expect(france(await offerOf(both.session)).steps[0]?.discounts).toEqual([
    { kind: 'reseller_tier', percentage: 5, until: null, reference: null, outcome: 'smaller' },
    { kind: 'review', percentage: 12.5, until: until.toISOString(), reference: null, outcome: 'applied' },
    ...['promo_code', 'wheel'].map((kind) => ({ kind, percentage: 0, until: null, reference: null, outcome: 'not_granted' })),
  ]);
  const ended = new Date(Date.now() - 60_000);
  const over = await newBuyer({ tierName: 'bronze', review: { basisPoints: 1_250, until: ended } });
  expect(
    france(await offerOf(over.session))
      .steps[0]?.discounts.slice(0, 2)
      .map(({ outcome }) => outcome),
  ).toEqual(['applied', 'ended']);
  expect(france(await offerOf(await newSession(site()))).steps[0]?.discounts.map(({ outcome }) => outcome)).toEqual(
    Array(4).fill('not_granted'),
  );
});

test('tells what is left of the cap, and when it returns', async () => {
  const { reseller, session } = await newBuyer({ cap: 10 });
  await putOrder(site(), reseller, { country: 'fr', qty: 4, status: 'completed', secondsAgo: 7_200 });
  await putOrder(site(), reseller, { country: 'fr', qty: 5, status: 'completed', secondsAgo: 3_600 });
  await putOrder(site(), reseller, { country: 'fr', qty: 9, status: 'refunded', secondsAgo: 60 });
  await putOrder(site(), reseller, { country: 'fr', qty: 9, status: 'completed', secondsAgo: 90_000 });
  const { cap } = await offerOf(session);
  expect(cap).toMatchObject({ per_day: 10, remaining: 1 });
  expect(cap.returns.map(({ remaining }) => remaining)).toEqual([5, 10]);
  const hoursAhead = cap.returns.map(({ at }) => Math.round((new Date(at).getTime() - Date.now()) / 3_600_000));
  expect(hoursAhead).toEqual([22, 23]);
});

test('a purchase sent again under its key debits once', async () => {
  const session = await newSession(site());
  const order = { idempotencyKey: newKey(), country: 'es', qty: 2, price: 4.5 };
  const answers = await Promise.all(Array.from({ length: 5 }, () => session.mutate('orders.buy', order)));
  expect(answers.filter(({ data }) => (data as { outcome?: string })?.outcome === 'created')).toHaveLength(1);
  expect((await session.mutate('orders.buy', order)).data).toMatchObject({ outcome: 'replayed', order: { total_debited: 5.4 } });
  expect((await offerOf(session)).balance_cents).toBe(10_000 - 540);
});

test("nobody is shown another's money, discounts or cap, and neither replays another's order", async () => {
  const { session: owner } = await newBuyer({ balance: 7, tierName: 'gold', cap: 3 });
  const order = { idempotencyKey: newKey(), country: 'fr', qty: 1 };
  const made = (await owner.mutate('orders.buy', order)).data as { order: { order_id: number } };
  const other = await newSession(site());
  const offer = await offerOf(other);
  expect(offer).toMatchObject({ balance_cents: 10_000, cap: { per_day: 200, remaining: 200, returns: [] } });
  expect(france(offer).steps[0]?.unit_cents).toBe(france(offer).steps[0]?.list_unit_cents);
  const own = (await other.mutate('orders.buy', order)).data as { outcome: string; order: { order_id: number } };
  expect(own.outcome).toBe('created');
  expect(own.order.order_id).not.toBe(made.order.order_id);
});

test('a guest is refused', async () => {
  expect((await fetch(`http://127.0.0.1:${site().port}/api/trpc/orders.offer`)).status).toBe(401);
});
