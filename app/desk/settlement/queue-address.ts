/** The state of the queue in its address. */
import { listPath, oneOf, pageAsked, type SearchParams, single } from '#app/_lists/address.ts';
import { type FailedSort, failedSorts } from '#server/plugins/orders/rules.ts';

export interface QueueShown {
  readonly sort: FailedSort;
  readonly page: number;
}

/** What an address asks for; the oldest first where it says nothing sensible. */
export function queueAsked(params: SearchParams): QueueShown {
  return { sort: oneOf(failedSorts, single(params, 'sort')) ?? 'oldest', page: pageAsked(params) };
}

/** The address that asks for it. */
export function queueAddress({ sort, page }: QueueShown): string {
  return listPath('/desk/settlement', { sort: sort === 'oldest' ? undefined : sort }, page);
}
