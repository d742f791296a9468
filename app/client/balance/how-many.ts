/** How many proxies an amount buys at today's prices, in one country after another. */
import type { Country } from '#server/kernel/countries.ts';
import { wholeCents } from '#server/kernel/money.ts';
import type { Offer } from '#server/plugins/orders/schema.ts';
import { proxiesFor } from '../worth.ts';

/** For each country of the offer. */
export function howManyEach(offer: Offer, euros: number): { country: Country; count: number }[] {
  return offer.countries.map(({ country, steps }) => ({ country, count: proxiesFor(wholeCents(euros), steps) }));
}
