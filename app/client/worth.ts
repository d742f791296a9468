/** How many proxies a balance buys. */

/** From `min_qty` proxies on one costs `unit_cents`. */
interface Step {
  readonly min_qty: number;
  readonly unit_cents: number;
}

/** The most proxies of a country that the balance pays for, each at the price of the cheapest step that so many reach. */
export function proxiesFor(balanceCents: number, steps: readonly Step[]): number {
  const counts = steps.map((step) => ({ step, count: Math.floor(Math.max(0, balanceCents) / step.unit_cents) }));
  return Math.max(0, ...counts.filter(({ step, count }) => count >= step.min_qty).map(({ count }) => count));
}
