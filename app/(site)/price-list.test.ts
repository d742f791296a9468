/** The landing page's price table. */
import { expect, it } from 'vitest';
import { priceListOf } from './price-list.ts';

it('shows at each quantity the price that a buyer would pay, also where countries step at different ones', () => {
  const tiers = [
    { country: 'fr', minQty: 1, unitPriceCents: 290 },
    { country: 'fr', minQty: 10, unitPriceCents: 260 },
    { country: 'es', minQty: 5, unitPriceCents: 240 },
  ] as const;
  const stock = [
    { country: 'fr', available: 7 },
    { country: 'es', available: 0 },
    { country: 'eu', available: 3 },
  ] as const;
  expect(priceListOf(tiers, stock)).toEqual({
    quantities: [1, 5, 10],
    rows: [
      { country: 'fr', unitPrices: [290, 290, 260], available: 7 },
      { country: 'es', unitPrices: [null, 240, 240], available: 0 },
    ],
  });
});
