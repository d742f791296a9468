/** Pure rules of renewals: how many at once, and for how many the balance reaches. */
import type { Country } from '#prisma/generated/enums.ts';
import { countries } from '#server/kernel/countries.ts';
import { type Cents, cents } from '#server/kernel/money.ts';

export const renewalLimits = {
  /** Proxies that are renewed while the page waits; more are a task. */
  atOnce: 100,
  /** Proxies of one part of a task: one transaction, one debit, one invoice. */
  part: 250,
  /** Before the end of a proxy, from which it is renewed by itself. */
  autoHours: 24,
  /** Between two mails about a balance that does not reach. */
  warningHours: 24,
} as const;

/** The refusals that end a renewal in the background early, with what it has done until then: `stopped` of its result, which is '' else. */
export const renewalStops = ['insufficient_balance', 'renewal_changed'] as const;

/** How many proxies of a country are renewed together, and what one of them costs. */
export interface Term {
  readonly country: Country;
  /** The quantity that the price is for. */
  readonly qty: number;
  readonly unitCents: Cents;
}

/** What they cost together. */
export function totalOf(terms: readonly Term[]): Cents {
  return cents(terms.reduce((sum, { qty, unitCents }) => sum + qty * unitCents, 0));
}

/**
 * Proxies of each country that there are any of, in the order in which the site lists the countries: so do the lines of an invoice stand,
 * whatever the ids of the proxies are.
 */
export function countByCountry(proxies: readonly { readonly country: Country }[]): Map<Country, number> {
  const found = Map.groupBy(proxies, ({ country }) => country);
  return new Map(
    countries.flatMap((country) => (found.has(country) ? [[country, found.get(country)?.length ?? 0] as const] : [])),
  );
}

/** What one proxy costs where `qty` of the country are renewed together. */
export type UnitPrice = (country: Country, qty: number) => Cents;

/** The terms of renewing some proxies together, a country each. */
export function termsOf(proxies: readonly { readonly country: Country }[], unitPrice: UnitPrice): Term[] {
  return [...countByCountry(proxies)].map(([country, qty]) => ({ country, qty, unitCents: unitPrice(country, qty) }));
}

/**
 * The first proxies of a list for which a balance reaches. Fewer of them may cost more each, so it is the longest list whose own price
 * fits; 0 where not even one does.
 */
export function affordable(proxies: readonly { readonly country: Country }[], balance: Cents, unitPrice: UnitPrice): number {
  const counts = countByCountry(proxies);
  for (let taken = proxies.length; taken > 0; taken -= 1) {
    const total = [...counts].reduce((sum, [country, qty]) => sum + (qty > 0 ? qty * unitPrice(country, qty) : 0), 0);
    if (total <= balance) return taken;
    const last = proxies[taken - 1];
    if (last) counts.set(last.country, (counts.get(last.country) ?? 0) - 1);
  }
  return 0;
}

/** A list in parts of up to `size`. */
export function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, nth) => items.slice(nth * size, (nth + 1) * size));
}
