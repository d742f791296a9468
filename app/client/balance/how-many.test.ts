import { expect, it } from 'vitest';
import { howMany } from './how-many.ts';

const step = (min_qty: number, unit_cents: number) => ({
  min_qty,
  unit_cents,
  list_unit_cents: unit_cents,
  available: 100,
  discounts: [],
});
const steps = [step(1, 290), step(10, 260), step(25, 230)];

it.each([
  [0, 0],
  [289, 0],
  [290, 1],
  [-5_800, 0],
  // Nine at 2.90, though ten would cost 26.00.
  [2_599, 8],
  [2_600, 10],
  [5_000, 19],
  [5_750, 25],
  [100_000, 434],
])('%i cents buy %i', (cents, count) => expect(howMany(steps, cents)).toBe(count));
