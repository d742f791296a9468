/** Discounts of the site never touch the API (decision 19): stock, quotes and purchases by key are the same with and without them. */
import { expect, test } from 'vitest';
import { newCode, putPrize } from '#tests/harness/promotions.ts';
import { created, newKey, newReseller, type Reseller, replayed, stockOf } from '#tests/harness/reseller.ts';
import { sessionOf } from '#tests/harness/session.ts';
import { ownSite } from '#tests/harness/site.ts';

const site = ownSite({ stock: 60 });

/** An account that holds the best of everything that the site gives. */
async function withPromotions(options: Parameters<typeof newReseller>[1] = {}): Promise<Reseller> {
  const reseller = await newReseller(site(), options);
  const session = await sessionOf(site(), reseller);
  const code = await newCode(site(), { percentage: 50 });
  expect((await session.mutate('promotions.enterCode', { code })).data).toMatchObject({ outcome: 'entered' });
  await putPrize(site(), reseller.accountId, { percentage: 60 });
  return reseller;
}

test.each([1, 9, 10, 25, 50])('the stock of %i costs the same with a code and a prize', async (qty) => {
  const [plain, rich] = [await newReseller(site()), await withPromotions()];
  expect(stockOf(await rich.stock(`?qty=${qty}`))).toEqual(stockOf(await plain.stock(`?qty=${qty}`)));
});

test.each([{}, { tierName: 'bronze' }])('a purchase by key costs the same, and uses nothing up: %j', async (options) => {
  const [plain, rich] = [await newReseller(site(), options), await withPromotions(options)];
  const key = newKey();
  const [one, other] = [
    created(await plain.buy(newKey(), { country: 'es', qty: 2 })),
    created(await rich.buy(key, { country: 'es', qty: 2 })),
  ];
  expect([other.total_debited, other.discount, other.balance]).toEqual([one.total_debited, one.discount, one.balance]);
  expect(replayed(await rich.buy(key, { country: 'es', qty: 2 })).total_debited).toBe(one.total_debited);
  const { prisma } = site().services.db;
  expect(await prisma.order.findUniqueOrThrow({ where: { id: other.order_id } })).toMatchObject({ discountReference: null });
  expect(await prisma.promoUse.count({ where: { accountId: rich.accountId } })).toBe(0);
  expect(await prisma.wheelSpin.count({ where: { accountId: rich.accountId, orderId: null } })).toBe(1);
});

test('the body of the API knows no members of the page: they are ignored like any unknown one', async () => {
  const reseller = await withPromotions();
  const body = { country: 'fr', qty: 1, expected_total: 1.16, keep: [], promo_code: 'ANY' };
  expect(created(await reseller.buy(newKey(), body))).toMatchObject({ total_debited: 2.9, discount: 0 });
  const nonsense = { country: 'fr', qty: 1, expected_total: 'a lot', keep: 7 };
  expect(created(await reseller.buy(newKey(), nonsense)).total_debited).toBe(2.9);
});

test('the database refuses an order of the API that used up a code or a prize', async () => {
  const reseller = await withPromotions();
  const { order_id: id } = created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
  const data = { discountKind: 'wheel', discountReference: '2026-11-21', discountCents: 1 };
  await expect(site().services.db.prisma.order.update({ where: { id }, data })).rejects.toThrow('orders_discount_reference');
});
