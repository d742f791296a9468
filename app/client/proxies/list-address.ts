/** What the list shows, kept in the address so that it can be shared and reloaded. */
import { listPath, oneOf, pageAsked, type SearchParams, single } from '#app/_lists/address.ts';
import { type Country, countries } from '#server/kernel/countries.ts';
import { type ExpiryState, expiryStates } from '#server/kernel/expiry.ts';
import { type ProxySort, proxySorts, searchTerm } from '#server/plugins/proxies/rules.ts';

/** Which of the account's proxies are found, and in which order. */
export interface Found {
  readonly search: string;
  readonly country?: Country;
  readonly status?: ExpiryState;
  readonly sort: ProxySort;
}

export interface Shown extends Found {
  readonly page: number;
}

/** What an address asks for. Anything that it asks for wrongly is as if it did not ask. */
export function shownBy(params: SearchParams): Shown {
  const country = oneOf(countries, single(params, 'country'));
  const status = oneOf(expiryStates, single(params, 'status'));
  return {
    search: searchTerm(single(params, 'search')?.slice(0, 300) ?? ''),
    ...(country ? { country } : {}),
    ...(status ? { status } : {}),
    sort: oneOf(proxySorts, single(params, 'sort')) ?? 'newest',
    page: pageAsked(params),
  };
}

/** The address that asks for it. */
export function addressOf({ search, country, status, sort, page }: Shown): string {
  return listPath('/client/proxies', { search, country, status, sort: sort === 'newest' ? undefined : sort }, page);
}
