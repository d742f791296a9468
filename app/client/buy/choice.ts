/** What is chosen on the page: kept in the address, so that it can be shared and reloaded. */
import { Country, countries } from '#server/kernel/countries.ts';
import { limits } from '#server/kernel/limits.ts';

export interface Choice {
  readonly country: Country;
  /** As typed. */
  readonly qty: string;
}

/** The choice that an address asks for; one proxy of the first country where it asks for none that can be made. */
export function choiceOf(asked: { country?: string | string[]; qty?: string | string[] }): Choice {
  return {
    country: countries.find((country) => country === asked.country) ?? Country.fr,
    qty: typeof asked.qty === 'string' && wholeQty(asked.qty) !== null ? asked.qty : '1',
  };
}

/** The quantity typed, or null where it is none that one order can have. */
export function wholeQty(typed: string): number | null {
  if (!/^\d{1,3}$/.test(typed.trim())) return null;
  const qty = Number(typed);
  return qty >= 1 && qty <= limits.proxiesPerOrder ? qty : null;
}

export function buyPath({ country, qty }: Choice): string {
  return `/client/buy?country=${country}&qty=${encodeURIComponent(qty)}`;
}
