/** What support changes of an account: each in one transaction with what the audit says of it. */
import { TRPCError } from '@trpc/server';
import type { Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { toPercent } from '#server/kernel/percent.ts';
import type { Services } from '#server/kernel/services.ts';
import * as accounts from '../../accounts/port.ts';
import { ownCap, setCap } from '../../orders/port.ts';
import { entitlement, resellerTiers, setAccountDiscount } from '../../pricing/port.ts';
import { type AuditEntry, audit } from '../store/audit.ts';

/** Who changes which account, and why. */
export interface Change {
  readonly actorId: AccountId;
  readonly accountId: AccountId;
  readonly reason: string;
}

/** The answer to a change: whether anything is another than before. */
export interface Changed {
  readonly changed: boolean;
}

/** Nobody is his own support. @throws FORBIDDEN */
export function notOneself({ actorId, accountId }: Pick<Change, 'actorId' | 'accountId'>): void {
  if (actorId !== accountId) return;
  throw new TRPCError({ code: 'FORBIDDEN', message: 'This is your own account: ask somebody else of support.' });
}

export const noAccount = () => new TRPCError({ code: 'NOT_FOUND', message: 'There is no such account.' });

/** What is written down; null where everything is so already. */
type Facts = Pick<AuditEntry, 'before' | 'after'> | null;

/**
 * Makes a change under the lock on the account's row, so that `before` is what it really changed.
 * @throws NOT_FOUND, or FORBIDDEN for one's own account.
 */
export async function changeAccount(
  services: Services,
  change: Change,
  action: AuditEntry['action'],
  make: (tx: Transaction, account: accounts.HeldAccount) => Promise<Facts>,
): Promise<Changed> {
  const { actorId, accountId, reason } = change;
  notOneself(change);
  return services.db.transaction(async (tx) => {
    const account = await accounts.holdAccount(tx, accountId);
    if (!account) throw noAccount();
    const facts = await make(tx, account);
    if (facts) await audit(tx, { actorId, action, subject: { kind: 'account', id: accountId }, reason, ...facts });
    return { changed: facts !== null };
  });
}

/** Turns reseller mode on or off; off stops the API key at once. */
export function setResellerMode(services: Services, change: Change & { readonly on: boolean }): Promise<Changed> {
  return changeAccount(services, change, 'accounts.set_reseller_mode', async (tx, account) => {
    if (account.reseller_mode === change.on) return null;
    await accounts.setResellerMode(tx, change.accountId, change.on);
    return { before: { reseller_mode: account.reseller_mode }, after: { reseller_mode: change.on } };
  });
}

/** Puts the account into a reseller tier, or with null into none. @throws BAD_REQUEST where there is no such tier. */
export async function setTier(services: Services, change: Change & { readonly tier: string | null }): Promise<Changed> {
  const { accountId, tier } = change;
  const tiers = await resellerTiers(services.db);
  if (tier !== null && !tiers.some(({ name }) => name === tier)) {
    throw new TRPCError({ code: 'BAD_REQUEST', message: 'There is no such tier.' });
  }
  return changeAccount(services, change, 'accounts.set_tier', async (tx) => {
    const before = await entitlement(tx, accountId);
    if (before.tier_name === tier) return null;
    await setAccountDiscount(tx, accountId, { tierName: tier });
    return { before: { tier: before.tier_name }, after: { tier } };
  });
}

/** Sets the cap of proxies over 24 hours; null returns it to the published one. */
export function setAccountCap(services: Services, change: Change & { readonly perDay: number | null }): Promise<Changed> {
  const { accountId, perDay } = change;
  return changeAccount(services, change, 'accounts.set_cap', async (tx) => {
    const before = await ownCap(tx, accountId);
    if (before === perDay) return null;
    await setCap(tx, accountId, perDay);
    return { before: { own_cap: before }, after: { own_cap: perDay } };
  });
}

/** A review discount in basis points up to a moment. */
export interface Review {
  readonly basisPoints: number;
  readonly until: Date;
}

/** Grants a review discount, or with null takes it back. */
export function setReview(services: Services, change: Change & { readonly review: Review | null }): Promise<Changed> {
  const { accountId, review } = change;
  const facts = (bp: number | null, until: Date | null) => ({
    review_percent: bp === null ? null : toPercent(bp),
    until: until?.toISOString() ?? null,
  });
  return changeAccount(services, change, 'accounts.set_review_discount', async (tx) => {
    const now = await entitlement(tx, accountId);
    const before = facts(now.review_bp, now.review_until);
    const after = facts(review?.basisPoints ?? null, review?.until ?? null);
    if (before.review_percent === after.review_percent && before.until === after.until) return null;
    await setAccountDiscount(tx, accountId, { review });
    return { before, after };
  });
}

/**
 * Locks an account, whose sign-ins end and whose API key is refused from the next request on, or opens it again. Its proxies go on either
 * way.
 */
export function setLocked(services: Services, change: Change & { readonly locked: boolean }): Promise<Changed> {
  const { accountId, locked } = change;
  return changeAccount(services, change, locked ? 'accounts.lock' : 'accounts.unlock', async (tx, account) => {
    if ((account.locked_at !== null) === locked) return null;
    await accounts.setLocked(tx, accountId, locked);
    if (locked) await accounts.endSessions(tx, accountId);
    return { before: { locked: !locked }, after: { locked } };
  });
}

/** Ends every sign-in of the account, in all browsers. */
export function signOutEverywhere(services: Services, change: Change): Promise<Changed> {
  return changeAccount(services, change, 'accounts.sign_out', async (tx) => {
    const ended = await accounts.endSessions(tx, change.accountId);
    if (ended === 0) return null;
    return { before: { sign_ins: ended }, after: { sign_ins: 0 } };
  });
}
