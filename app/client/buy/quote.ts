/** What the page works out from the offer as somebody chooses: price, next step, and what stands in the way. */
import type { Country } from '#server/kernel/countries.ts';
import type { Offer, PriceStep } from '#server/plugins/orders/schema.ts';

/** Proxies within which a cheaper step is worth a word. */
const NEAR = 5;

/** What `qty` proxies of a country cost, in cents. */
export interface Line {
  readonly step: PriceStep;
  readonly listTotalCents: number;
  readonly totalCents: number;
  readonly balanceAfterCents: number;
  /** A step close by at which each proxy is cheaper; `savesCents` is positive where the larger order costs less as a whole. */
  readonly next: { readonly more: number; readonly unitCents: number; readonly savesCents: number } | null;
}

export type OfferedCountry = Offer['countries'][number];

/** Null where the country is not sold in so few. */
export function lineOf({ steps }: OfferedCountry, qty: number, balanceCents: number): Line | null {
  const step = steps.findLast(({ min_qty: from }) => from <= qty);
  if (!step) return null;
  const totalCents = step.unit_cents * qty;
  const near = steps.find(({ min_qty: from, unit_cents: unit }) => from > qty && from - qty <= NEAR && unit < step.unit_cents);
  return {
    step,
    listTotalCents: step.list_unit_cents * qty,
    totalCents,
    balanceAfterCents: balanceCents - totalCents,
    next: near
      ? { more: near.min_qty - qty, unitCents: near.unit_cents, savesCents: totalCents - near.unit_cents * near.min_qty }
      : null,
  };
}

/** Why an order cannot be placed as it is. */
export type Obstacle =
  | { readonly reason: 'not_sold' }
  | { readonly reason: 'not_in_so_few'; readonly from: number }
  | { readonly reason: 'out_of_stock'; readonly available: number }
  /** `at` is when the cap admits this many; null where it never does. */
  | { readonly reason: 'cap'; readonly perDay: number; readonly remaining: number; readonly at: string | null }
  | { readonly reason: 'balance'; readonly missingCents: number };

/** The first thing in the way of an order, or null where it can be placed. */
export function obstacleTo(offer: Offer, country: Country, qty: number): Obstacle | null {
  const offered = offer.countries.find((entry) => entry.country === country);
  const [first] = offered?.steps ?? [];
  if (!offered || !first) return { reason: 'not_sold' };
  const line = lineOf(offered, qty, offer.balance_cents);
  if (!line) return { reason: 'not_in_so_few', from: first.min_qty };
  const { available } = line.step;
  if (available < qty) return { reason: 'out_of_stock', available };
  const { per_day: perDay, remaining, returns } = offer.cap;
  if (remaining < qty) {
    return { reason: 'cap', perDay, remaining, at: returns.find((step) => step.remaining >= qty)?.at ?? null };
  }
  if (line.balanceAfterCents < 0) return { reason: 'balance', missingCents: -line.balanceAfterCents };
  return null;
}
