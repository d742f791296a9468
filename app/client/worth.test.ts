/** An amount in proxies. */
import { expect, it } from 'vitest';
import { proxiesFor } from './worth.ts';

const steps = [
  { min_qty: 1, unit_cents: 290 },
  { min_qty: 10, unit_cents: 260 },
  { min_qty: 25, unit_cents: 230 },
];

it.each([
  ['nothing buys nothing', 0, 0],
  ['a debt buys nothing', -500, 0],
  ['a cent short of one', 289, 0],
  ['exactly one', 290, 1],
  ['the cheaper step where it is reached', 2_600, 10],
  ['as many as one step alone gives', 5_000, 19],
  ['exactly the cheapest step', 5_750, 25],
  ['not the cheaper step where it is missed by a cent', 2_599, 8],
  ['the cheapest step beyond one order', 100_000, 434],
])('%s', (_case, amount, count) => expect(proxiesFor(amount, steps)).toBe(count));
