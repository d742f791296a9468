/**
 * Which account a page was made for. Its calls say so in a header, and are refused once the browser is signed in to another account, or looks
 * at another: what is pressed on one account's page never happens to another account.
 */
import type { Principal } from '#server/kernel/trpc.ts';

export const PAGE_ACCOUNT_HEADER = 'x-page-account';

/** Whether a call comes from the page of another account than the one that it would be made to. Guests, and pages of nobody, say nothing. */
export function isOfAnother(headers: Headers, principal: Principal | null): boolean {
  const named = headers.get(PAGE_ACCOUNT_HEADER);
  return named !== null && principal !== null && named !== String(principal.accountId);
}
