/**
 * Which account a page was made for. Its calls say so in a header, and are refused once the browser is signed in to another account, or looks
 * at another: what is pressed on one account's page never happens to another account.
 */
import type { Principal } from '#server/kernel/trpc.ts';

export const PAGE_ACCOUNT_HEADER = 'x-page-account';

/** In what each page is filled with: the account that it is of. */
export const PAGE_ACCOUNT_KEY = ['page-account'] as const;

/** How an account is named; at the desk it is whoever works there, whomever he looks at. */
export function pageAccount(accountId: number, desk: boolean): string {
  return desk ? `desk ${accountId}` : String(accountId);
}

/** Whether a call comes from the page of another account than the one that it would be made to. Guests, and pages of nobody, say nothing. */
export function isOfAnother(headers: Headers, principal: Principal | null): boolean {
  const named = headers.get(PAGE_ACCOUNT_HEADER);
  if (named === null || principal === null) return false;
  const atDesk = pageAccount((principal.viewer ?? principal).accountId, true);
  return named !== atDesk && named !== pageAccount(principal.accountId, false);
}
