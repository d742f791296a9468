/** Which buyers are shown, kept in the address. */
import { listPath, oneOf, pageAsked, type SearchParams, single } from '#app/_lists/address.ts';
import { type BuyerSort, buyerSorts } from '#server/plugins/resale/rules.ts';

export interface BuyersShown {
  readonly search: string;
  readonly sort: BuyerSort;
  readonly page: number;
}

/** What an address asks for. Anything that it asks for wrongly is as if it did not ask. */
export function buyersShownBy(params: SearchParams): BuyersShown {
  return {
    search: buyerTerm(single(params, 'search')?.slice(0, 300) ?? ''),
    sort: oneOf(buyerSorts, single(params, 'sort')) ?? 'open',
    page: pageAsked(params),
  };
}

/** The address that asks for it. */
export function buyersAddress({ search, sort, page }: BuyersShown): string {
  return listPath('/client/resale/buyers', { search, sort: sort === 'open' ? undefined : sort }, page);
}

/** What a typed text looks for. */
export function buyerTerm(typed: string): string {
  return typed.trim();
}
