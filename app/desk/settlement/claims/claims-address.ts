/** The page of the claims in its address. */
import { listPath } from '#app/_lists/address.ts';

/** The address of a page of the claims, counted from 1. */
export function claimsAddress(page = 1): string {
  return listPath('/desk/settlement/claims', {}, page);
}
