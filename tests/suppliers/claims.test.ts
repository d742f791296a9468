/** What a supplier was paid, or may have been, and nobody got: it is on the desk's list once its order is settled, and nothing else is. */
import { beforeAll, expect, test } from 'vitest';
import { newSupporter } from '#tests/harness/desk.ts';
import type { Fault } from '#tests/harness/faulty-line.ts';
import { created, newKey, newReseller, type Reseller } from '#tests/harness/reseller.ts';
import { addSupplierTo, booksAreRight, suppliedSite } from '#tests/harness/supplied.ts';

const pair = suppliedSite();

let desk: Awaited<ReturnType<typeof newSupporter>>['desk'];
let buyer: Reseller;
beforeAll(async () => {
  desk = (await newSupporter(pair().shop)).desk;
  buyer = await newReseller(pair().shop, { balance: 100 });
});

/** @returns the number of an order whose first answer from its supplier is a fault, and which fails by that. */
async function failBy(fault: Fault, qty = 2): Promise<number> {
  const { line } = pair();
  line.behave((_key, attempt) => (attempt === 1 ? fault : 'none'));
  const { status, body } = await buyer.buy(newKey(), { country: 'fr', qty });
  expect({ status, code: body.code }).toEqual({ status: 500, code: 'order_failed' });
  line.behave(() => 'none');
  return Number(body.order_id);
}

const settle = (order_id: number, how: 'deliver' | 'refund') =>
  desk.settlement.settle({ order_id, how, reason: 'settled by a test' });
const claimsOf = async (order: number) => (await desk.settlement.claims({})).claims.filter(({ order_id: id }) => id === order);
const boughtFor = (orderId: number) =>
  pair().shop.services.db.prisma.supplierOrder.findMany({ where: { orderId }, orderBy: { id: 'asc' } });

test('what was told wrongly and then refunded is claimed by the supplier’s own number and cost, but not while it waits', async () => {
  await addSupplierTo(pair(), 'claimed', { countries: ['fr'] });
  const order = await failBy('wrong_country');
  expect(await claimsOf(order)).toEqual([]);
  expect(await settle(order, 'refund')).toMatchObject({ outcome: 'refunded' });
  const [bought] = await boughtFor(order);
  const theirs = await pair().supplier.services.db.prisma.order.findFirstOrThrow({
    where: { idempotencyKey: bought?.key ?? '' },
  });
  expect(await claimsOf(order)).toMatchObject([
    {
      supplier: 'claimed',
      key: theirs.idempotencyKey,
      remote_order_id: theirs.id,
      cost: theirs.totalCents / 100,
      cost_told: true,
      lost: 2,
      qty: 2,
      problem: 'the supplier delivered another country',
    },
  ]);
});

test('where another purchase served the order after all, the first one is claimed, at about its present price', async () => {
  const order = await failBy('order_failed_after');
  expect(await settle(order, 'deliver')).toEqual({ outcome: 'delivered' });
  const [lost, passedOn] = await boughtFor(order);
  expect(passedOn?.status).toBe('delivered');
  expect(await claimsOf(order)).toMatchObject([{ key: lost?.key, cost: 5.8, cost_told: false, lost: 2 }]);
});

test('a purchase whose order was delivered by it, asked for again, is not claimed', async () => {
  const order = await failBy('wrong_country');
  expect(await settle(order, 'deliver')).toEqual({ outcome: 'delivered' });
  expect(await claimsOf(order)).toEqual([]);
});

test('a part that one supplier delivered well is claimed as well, where the order failed by another and was refunded', async () => {
  const { shop, line } = pair();
  await shop.services.db.prisma.supplier.updateMany({ data: { pausedAt: new Date() } });
  for (const name of ['first-part', 'second-part']) await addSupplierTo(pair(), name, { countries: ['fr'], capPerDay: 2 });
  let asked = 0;
  line.behave(() => (asked++ === 0 ? 'none' : 'wrong_country'));
  const { body } = await buyer.buy(newKey(), { country: 'fr', qty: 3 });
  expect(body).toMatchObject({ code: 'order_failed' });
  line.behave(() => 'none');
  const order = Number(body.order_id);
  await settle(order, 'refund');
  const claims = await claimsOf(order);
  expect(claims.reduce((sum, { lost }) => sum + lost, 0)).toBe(3);
  expect(claims.map(({ problem }) => problem)).toEqual(
    expect.arrayContaining(['it delivered, and the order ended without that', 'the supplier delivered another country']),
  );
});

test('the overview tells how many there are and what they come to; the calls that failed and worked are counted', async () => {
  const { claims, total, euros } = await desk.settlement.claims({});
  const { count, ...sum } = await desk.overview.claims();
  expect([count, sum.euros]).toEqual([total, euros]);
  expect(claims).toHaveLength(total);
  expect(euros).toBeCloseTo(claims.reduce((all, { cost }) => all + (cost ?? 0), 0));
  expect(sum).toMatchObject({ guessed: 1, unknown: 0 });
  const hours = (await desk.overview.suppliers()).find(({ name }) => name === 'claimed')?.hours ?? [];
  expect(hours).toHaveLength(48);
  const counted = { failed: 0, worked: 0 };
  for (const { failed, worked } of hours) {
    counted.failed += failed;
    counted.worked += worked;
  }
  expect(counted.failed).toBeGreaterThanOrEqual(3);
  expect(counted.worked).toBeGreaterThanOrEqual(3);
  await booksAreRight(pair());
});

test('a claim is closed once, whoever else closes it, with its reason in the audit', async () => {
  const { claims, total } = await desk.settlement.claims({});
  const [claim] = claims;
  if (!claim) throw new Error('there are claims by now');
  const close = () => desk.settlement.closeClaim({ claim_id: claim.id, reason: 'credited by the supplier' });
  const outcomes = (await Promise.all([close(), close(), close()])).map(({ outcome }) => outcome);
  expect(outcomes.toSorted()).toEqual(['closed', 'not_open', 'not_open']);
  expect((await desk.settlement.claims({})).total).toBe(total - 1);
  const entries = await pair().shop.services.db.prisma.auditEntry.findMany({ where: { action: 'settlement.close_claim' } });
  expect(entries).toMatchObject([
    {
      subjectId: String(claim.order_id),
      reason: 'credited by the supplier',
      before: { key: claim.key },
      after: { claim: 'closed' },
    },
  ]);
  await addSupplierTo(pair(), 'another', { countries: ['fr'] });
  const waiting = await failBy('wrong_country');
  const [bought] = await boughtFor(waiting);
  expect(await desk.settlement.closeClaim({ claim_id: bought?.id ?? 0, reason: 'too early' })).toEqual({ outcome: 'not_open' });
});

test('an order that is delivered at once leaves nothing to claim', async () => {
  const { total } = await desk.settlement.claims({});
  created(await buyer.buy(newKey(), { country: 'fr', qty: 1 }));
  expect((await desk.settlement.claims({})).total).toBe(total);
});
