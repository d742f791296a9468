/** What the book shows, kept in the address so that it can be shared and reloaded. */
import { listPath, oneOf, pageAsked, type SearchParams, single } from '#app/_lists/address.ts';
import { expiryStates } from '#server/kernel/expiry.ts';
import { searchTerm } from '#server/plugins/proxies/rules.ts';
import { type BookSort, bookSorts, payments } from '#server/plugins/resale/rules.ts';
import type { BookFilter } from '#server/plugins/resale/schema.ts';

export interface BookShown extends BookFilter {
  readonly sort: BookSort;
  readonly page: number;
}

/** What an address asks for. Anything that it asks for wrongly is as if it did not ask. */
export function bookShownBy(params: SearchParams): BookShown {
  const buyer = single(params, 'without_buyer') ? '' : single(params, 'buyer')?.slice(0, 200).trim();
  const payment = oneOf(payments, single(params, 'payment'));
  const expiry = oneOf(expiryStates, single(params, 'expiry'));
  return {
    search: searchTerm(single(params, 'search')?.slice(0, 300) ?? ''),
    ...(buyer === undefined ? {} : { buyer }),
    ...(payment ? { payment } : {}),
    ...(expiry ? { expiry } : {}),
    sort: oneOf(bookSorts, single(params, 'sort')) ?? 'newest',
    page: pageAsked(params),
  };
}

/** The address that asks for it. @param path of the page, or of the file with the same lines. */
export function bookAddress({ search, buyer, payment, expiry, sort, page }: BookShown, path = '/client/resale'): string {
  const state = {
    search,
    buyer,
    without_buyer: buyer === '' ? 'yes' : undefined,
    payment,
    expiry,
    sort: sort === 'newest' ? undefined : sort,
  };
  return listPath(path, state, page);
}
