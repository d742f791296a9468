/** Moving a balance by support's hand: what is more than one person may move alone waits for a second. */
import { TRPCError } from '@trpc/server';
import type { Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { type Cents, cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { accountsOf, holdAccount } from '../../accounts/port.ts';
import * as billing from '../../billing/port.ts';
import { ALONE, mayMoveAlone } from '../rules.ts';
import * as store from '../store/adjustments.ts';
import { audit } from '../store/audit.ts';
import { type Change, noAccount, notOneself } from './account-changes.ts';

/** A movement as asked for. */
export interface AdjustmentRequest extends Change {
  /** Signed, and not 0. */
  readonly amountCents: Cents;
  /** What the customer reads in the ledger; null for nothing. */
  readonly note: string | null;
  /** The same request sent again moves nothing again. */
  readonly requestKey: string;
}

/**
 * Moves an account's balance, or proposes to where that takes two people. Under the lock on the account's money, so that no two movements at
 * once slip under the threshold together.
 * @throws insufficient_balance where a debit exceeds the balance; NOT_FOUND; FORBIDDEN for one's own account.
 */
export async function adjust(
  services: Services,
  request: AdjustmentRequest,
): Promise<{ outcome: 'moved' | 'proposed'; adjustmentId: number }> {
  const { actorId, accountId, amountCents, note, reason, requestKey } = request;
  notOneself(request);
  return services.db.transaction(async (tx) => {
    const account = await lockMoney(tx, accountId);
    const before = await store.ofRequest(tx, requestKey);
    if (before) {
      if (before.account_id !== accountId || before.amount_cents !== amountCents || before.proposed_by !== actorId) {
        throw new TRPCError({ code: 'CONFLICT', message: 'This request was made before, about something else.' });
      }
      return { outcome: before.state === 'alone' ? 'moved' : 'proposed', adjustmentId: before.id };
    }
    const moved = await store.movedAlone(tx, accountId, actorId, ALONE.windowSeconds);
    const alone = mayMoveAlone(amountCents, moved);
    const after = alone ? await billing.adjustLocked(tx, account, amountCents, note) : null;
    const adjustmentId = await store.insertAdjustment(tx, {
      accountId,
      amountCents,
      note,
      reason,
      requestKey,
      by: actorId,
      ledgerSeq: after?.ledgerSeq ?? null,
    });
    await audit(tx, {
      actorId,
      action: alone ? 'accounts.adjust' : 'accounts.propose_adjustment',
      subject: { kind: 'account', id: accountId },
      reason,
      before: { balance_cents: account.balanceCents },
      after: { balance_cents: after?.balanceCents ?? account.balanceCents, adjustment: adjustmentId, amount_cents: amountCents },
    });
    return { outcome: alone ? 'moved' : 'proposed', adjustmentId };
  });
}

/** What somebody makes of a proposal. */
export interface Decision {
  readonly actorId: AccountId;
  readonly adjustmentId: number;
  readonly decision: 'approve' | 'decline' | 'withdraw';
  readonly reason: string;
}

const states = { approve: 'approved', decline: 'declined', withdraw: 'withdrawn' } as const;

/**
 * Approves, declines or withdraws a proposal. An approval and the movement are one transaction; of two at once, one finds it decided.
 * @returns `decided_before` where somebody was quicker.
 * @throws FORBIDDEN where it takes another person; NOT_FOUND; insufficient_balance, which leaves the proposal open.
 */
export async function decideAdjustment(
  services: Services,
  { actorId, adjustmentId, decision, reason }: Decision,
): Promise<{ outcome: 'decided' | 'decided_before' }> {
  const found = await store.findAdjustment(services.db, adjustmentId);
  if (!found) throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such proposal.' });
  const { account_id: accountId, amount_cents: amountCents, proposed_by: proposer, note } = found;
  notOneself({ actorId, accountId });
  if ((decision === 'withdraw') !== (proposer === actorId)) {
    const message =
      decision === 'withdraw'
        ? 'Only who proposed this takes it back.'
        : 'You proposed this yourself: it takes somebody else of support.';
    throw new TRPCError({ code: 'FORBIDDEN', message });
  }
  return services.db.transaction(async (tx) => {
    const account = await billing.lock(tx, accountId);
    if (!account) throw new Error(`adjustment ${adjustmentId} is of an account without books`);
    // One of an account that is gone can still be put aside.
    if (decision === 'approve' && !(await holdAccount(tx, accountId))) throw noAccount();
    const proposal = await store.holdAdjustment(tx, adjustmentId);
    if (proposal?.state !== 'open') return { outcome: 'decided_before' };
    const after = decision === 'approve' ? await billing.adjustLocked(tx, account, cents(amountCents), note) : null;
    await store.decide(tx, adjustmentId, states[decision], actorId, after?.ledgerSeq ?? null);
    await audit(tx, {
      actorId,
      action: `accounts.${decision}_adjustment`,
      subject: { kind: 'account', id: accountId },
      reason,
      before: { adjustment: adjustmentId, state: 'open', balance_cents: account.balanceCents },
      after: {
        adjustment: adjustmentId,
        state: states[decision],
        balance_cents: after?.balanceCents ?? account.balanceCents,
        amount_cents: amountCents,
      },
    });
    return { outcome: 'decided' };
  });
}

/** Locks the money of an account that is there still: it is deleted under the same lock, behind which its row comes. @throws NOT_FOUND */
async function lockMoney(tx: Transaction, accountId: AccountId): Promise<billing.LockedAccount> {
  if ((await accountsOf(tx, [accountId])).length === 0) throw noAccount();
  await billing.openAccount(tx, accountId);
  const locked = await billing.lock(tx, accountId);
  if (!locked) throw new Error('the account just opened is not there');
  if (!(await holdAccount(tx, accountId))) throw noAccount();
  return locked;
}
