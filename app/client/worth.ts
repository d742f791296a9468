/** How many proxies an amount buys (decision 152). */

/** From `min_qty` proxies on one costs `unit_cents`. */
interface Step {
  readonly min_qty: number;
  readonly unit_cents: number;
}

/**
 * The most proxies of a country that cost no more than the amount, each at the price of the cheapest step that so many reach. More than one
 * order can hold is bought in several.
 */
export function proxiesFor(amountCents: number, steps: readonly Step[]): number {
  const counts = steps.map((step) => ({ step, count: Math.floor(Math.max(0, amountCents) / step.unit_cents) }));
  return Math.max(0, ...counts.filter(({ step, count }) => count >= step.min_qty).map(({ count }) => count));
}
