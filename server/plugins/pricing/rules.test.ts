import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import {
  candidatesOf,
  costsOf,
  type Discount,
  inversionsOf,
  type PricingFacts,
  quoteOf,
  resellerTierDiscount,
  reviewDiscount,
} from './rules.ts';

const at = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-22T12:00:00Z');
const discounts = [resellerTierDiscount, reviewDiscount];
const facts = (change: Partial<PricingFacts> = {}): PricingFacts => ({
  country: 'fr',
  listUnitCents: cents(290),
  tierBp: 0,
  reviewBp: 0,
  reviewUntil: null,
  at,
  ...change,
});
const order = { qty: 3, channel: 'api' as const };

test('without a discount the order costs the list price', () => {
  expect(quoteOf(facts(), order, discounts)).toEqual({
    country: 'fr',
    qty: 3,
    unitCents: 290,
    totalCents: 870,
    discountCents: 0,
    discountKind: null,
    discountReference: null,
    discountText: null,
  });
});

test('the discount is taken on the unit price and rounded half-up, then multiplied', () => {
  // 15 % of 2.90 is 0.435, so 0.44 off: 2.46 each.
  expect(quoteOf(facts({ tierBp: 1_500 }), order, discounts)).toMatchObject({
    unitCents: 246,
    totalCents: 738,
    discountCents: 132,
    discountKind: 'reseller_tier',
    discountReference: null,
    discountText: 'reseller tier, 15 % off',
  });
});

test('discounts do not add up: a more advantageous review discount applies instead of the tier', () => {
  const both = facts({ tierBp: 500, reviewBp: 1_000, reviewUntil: later });
  expect(quoteOf(both, order, discounts)).toMatchObject({ unitCents: 261, discountKind: 'review' });
});

test('on a tie the reseller tier applies', () => {
  const both = facts({ tierBp: 1_000, reviewBp: 1_000, reviewUntil: later });
  expect(quoteOf(both, order, discounts).discountKind).toBe('reseller_tier');
});

test('a review discount ends at its date', () => {
  expect(quoteOf(facts({ reviewBp: 1_000, reviewUntil: at }), order, discounts).discountKind).toBeNull();
});

test('a discount of the site channel never touches an API quote', () => {
  const wheel: Discount = {
    kind: 'wheel',
    channels: ['site'],
    grant: () => ({ basisPoints: 5_000, until: null, reference: '2026-11-20' }),
    title: () => 'wheel',
  };
  expect(quoteOf(facts(), order, [...discounts, wheel]).totalCents).toBe(870);
  expect(quoteOf(facts(), { ...order, channel: 'site' }, [...discounts, wheel])).toMatchObject({
    totalCents: 435,
    discountKind: 'wheel',
    discountReference: '2026-11-20',
    discountText: 'wheel, 50 % off',
  });
});

test('a discount that is barred never applies, and says why', () => {
  for (const barred of ['used_up', 'used_before', 'kept'] as const) {
    const code: Discount = {
      kind: 'promo_code',
      channels: ['api', 'site'],
      grant: () => ({ basisPoints: 5_000, until: later, reference: 'HALF', barred }),
      title: (reference) => `promo code ${reference}`,
    };
    const given = facts({ tierBp: 500 });
    expect(quoteOf(given, order, [...discounts, code])).toMatchObject({ discountKind: 'reseller_tier', discountReference: null });
    expect(candidatesOf(given, order, [...discounts, code]).at(-1)).toMatchObject({ reference: 'HALF', outcome: barred });
  }
});

test('a discount too small to save a cent is none', () => {
  expect(quoteOf(facts({ tierBp: 10 }), order, discounts)).toMatchObject({ discountCents: 0, discountKind: null });
});

test('however deep the discount, a proxy costs at least a cent', () => {
  expect(quoteOf(facts({ tierBp: 9_999 }), order, discounts)).toMatchObject({ unitCents: 1, totalCents: 3, discountCents: 867 });
});

test('every discount tells why it did or did not apply', () => {
  const wheel: Discount = {
    kind: 'wheel',
    channels: ['site'],
    grant: () => ({ basisPoints: 5_000, until: null, reference: '2026-11-20' }),
    title: () => 'wheel',
  };
  const outcomes = (change: Partial<PricingFacts>) =>
    candidatesOf(facts(change), order, [...discounts, wheel]).map(({ kind, outcome }) => [kind, outcome]);
  expect(outcomes({})).toEqual([
    ['reseller_tier', 'not_granted'],
    ['review', 'not_granted'],
    ['wheel', 'other_channel'],
  ]);
  expect(outcomes({ tierBp: 500, reviewBp: 1_000, reviewUntil: later }).slice(0, 2)).toEqual([
    ['reseller_tier', 'smaller'],
    ['review', 'applied'],
  ]);
  expect(outcomes({ tierBp: 10, reviewBp: 1_000, reviewUntil: at }).slice(0, 2)).toEqual([
    ['reseller_tier', 'too_small'],
    ['review', 'ended'],
  ]);
});

test('the discount told as applied is the one that was taken, for every pair of discounts', () => {
  const basisPoints = fc.integer({ min: 0, max: 9_999 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), basisPoints, basisPoints, fc.boolean(), (unit, tierBp, reviewBp, current) => {
      const given = facts({ listUnitCents: cents(unit), tierBp, reviewBp, reviewUntil: current ? later : at });
      const applied = candidatesOf(given, order, discounts).filter(({ outcome }) => outcome === 'applied');
      const { discountKind } = quoteOf(given, order, discounts);
      expect(applied.map(({ kind }) => kind)).toEqual(discountKind === null ? [] : [discountKind]);
    }),
  );
});

test('total is unit price times quantity, and list total minus discount, for every price', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 9_999 }),
      (unit, qty, bp) => {
        const quote = quoteOf(facts({ listUnitCents: cents(unit), tierBp: bp }), { ...order, qty }, discounts);
        return quote.totalCents === quote.unitCents * qty && quote.totalCents === unit * qty - quote.discountCents;
      },
    ),
  );
});

const LIST = [
  { minQty: 1, unitPriceCents: 290 },
  { minQty: 10, unitPriceCents: 260 },
];

test('the step that a quantity reaches prices the whole order, in whatever order the steps are given', () => {
  const costs = costsOf(LIST.toReversed(), 12);
  expect([costs[0], costs[8], costs[9], costs[11]]).toEqual([290, 2_610, 2_600, 3_120]);
  expect(costsOf([{ minQty: 3, unitPriceCents: 100 }], 4)).toEqual([null, null, 300, 400]);
});

test('quantities that cost more than a larger order are found, each with the cheapest larger one', () => {
  expect(inversionsOf(costsOf(LIST, 50))).toEqual([{ from: 9, to: 9, cheaperQty: 10 }]);
  const steep = [...LIST, { minQty: 25, unitPriceCents: 100 }];
  expect(inversionsOf(costsOf(steep, 50))).toEqual([{ from: 9, to: 24, cheaperQty: 25 }]);
  expect(inversionsOf(costsOf([{ minQty: 1, unitPriceCents: 290 }], 50))).toEqual([]);
});

test('no inversion is left out and none is made up, for every list', () => {
  const step = fc.record({ minQty: fc.integer({ min: 1, max: 50 }), unitPriceCents: fc.integer({ min: 1, max: 500 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const costs = costsOf([{ minQty: 1, unitPriceCents: 300 }, ...steps], 50);
      const told = inversionsOf(costs).flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
      const real = costs.flatMap((cost, at) => (costs.slice(at + 1).some((other) => (other ?? 0) < (cost ?? 0)) ? [at + 1] : []));
      expect(told).toEqual(real);
    }),
  );
});
