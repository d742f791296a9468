/** What the list shows, kept in the address so that it can be shared and reloaded. */
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

/** An address's parameters as Next reads them. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** What an address asks for. Anything that it asks for wrongly is as if it did not ask. */
export function shownBy({ search, country, status, sort, page }: SearchParams): Shown {
  const knownCountry = oneOf(countries, country);
  const knownStatus = oneOf(expiryStates, status);
  return {
    search: typeof search === 'string' ? searchTerm(search.slice(0, 300)) : '',
    ...(knownCountry ? { country: knownCountry } : {}),
    ...(knownStatus ? { status: knownStatus } : {}),
    sort: oneOf(proxySorts, sort) ?? 'newest',
    page: typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address that asks for it. */
export function addressOf({ search, country, status, sort, page }: Shown): string {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (country) params.set('country', country);
  if (status) params.set('status', status);
  if (sort !== 'newest') params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `/client/proxies?${params}` : '/client/proxies';
}

function oneOf<T extends string>(known: readonly T[], asked: unknown): T | undefined {
  return known.find((name) => name === asked);
}
