/** How many proxies an amount buys at today's prices: the most that are worth it, in one country after another. */
import type { Country } from '#server/kernel/countries.ts';
import type { Offer } from '#server/plugins/orders/schema.ts';

/**
 * The most proxies of a country that cost no more than `cents`, each at the price of the largest order that is part of it. More than one order
 * can hold is bought in several.
 */
export function howMany(steps: Offer['countries'][number]['steps'], cents: number): number {
  return steps.reduce((most, { min_qty, unit_cents }) => {
    const qty = Math.floor(cents / unit_cents);
    return qty >= min_qty ? Math.max(most, qty) : most;
  }, 0);
}

/** For each country of the offer. */
export function howManyEach(offer: Offer, euros: number): { country: Country; count: number }[] {
  return offer.countries.map(({ country, steps }) => ({ country, count: howMany(steps, Math.round(euros * 100)) }));
}
