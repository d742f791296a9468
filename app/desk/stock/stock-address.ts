/** The state of the list of addresses in the address of the page. */
import { type SearchParams, single } from '#app/_lists/address.ts';
import { countries } from '#server/kernel/countries.ts';
import { addressStates } from '#server/plugins/proxies/rules.ts';
import type { AddressFilter } from '#server/plugins/support/schema/stock.ts';

/** What an address asks for; a member that says nothing sensible is left out. */
export function addressesAsked(params: SearchParams): AddressFilter {
  const search = single(params, 'search')?.trim().slice(0, 50);
  const country = countries.find((one) => one === single(params, 'country'));
  const state = addressStates.find((one) => one === single(params, 'state'));
  return { ...(search ? { search } : {}), ...(country ? { country } : {}), ...(state ? { state } : {}) };
}
