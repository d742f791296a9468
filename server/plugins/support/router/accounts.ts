/** Procedures of the desk's accounts: finding one, seeing what its owner sees, changing what support may change. */
import type { AccountId } from '#server/kernel/ids.ts';
import { cents, toEuros, wholeCents } from '#server/kernel/money.ts';
import { toBasisPoints } from '#server/kernel/percent.ts';
import { router, supportProcedure } from '#server/kernel/trpc.ts';
import { emailsOf, lookAway } from '../../accounts/port.ts';
import * as changes from '../port/account-changes.ts';
import { accountView } from '../port/account-view.ts';
import * as adjustments from '../port/adjustments.ts';
import { findAccounts, MOST_FOUND } from '../port/find-accounts.ts';
import { look } from '../port/looking.ts';
import { ALONE } from '../rules.ts';
import * as schema from '../schema/accounts.ts';
import { movedAlone, openAdjustments } from '../store/adjustments.ts';

/** Who changes what, out of the context and the input of a procedure. */
const changeOf = (actorId: AccountId, input: { account_id: number; reason: string }): changes.Change => ({
  actorId,
  accountId: input.account_id as AccountId,
  reason: input.reason,
});

export const accountsRouter = router({
  /** Accounts that a text may mean; the newest for none. */
  find: supportProcedure.input(schema.findInput).query(async ({ ctx, input }) => ({
    accounts: (await findAccounts(ctx.services, input.search)).map((account) => ({
      account_id: account.id as number,
      email: account.email,
      role: account.role,
      reseller_mode: account.reseller_mode,
      locked: account.locked_at !== null,
      created_at: account.created_at.toISOString(),
      by: account.by,
    })),
    most: MOST_FOUND,
  })),

  /** An account, as its owner sees it and as support may change it; `alone_left` is what who asks may still move of it alone. NOT_FOUND. */
  show: supportProcedure.input(schema.accountInput).query(async ({ ctx, input }) => {
    const { db } = ctx.services;
    const { accountId: actorId } = ctx.principal;
    const accountId = input.account_id as AccountId;
    const [view, movedCents] = await Promise.all([
      accountView(ctx.services, accountId),
      movedAlone(db, accountId, actorId, ALONE.windowSeconds),
    ]);
    if (!view) throw changes.noAccount();
    return { ...view, own: accountId === actorId, alone_left: toEuros(cents(Math.max(0, ALONE.cents - movedCents))) };
  }),

  /** Movements that wait for a second person, oldest first; `mine` were proposed by who asks. */
  proposals: supportProcedure.query(async ({ ctx }) => {
    const { db } = ctx.services;
    const open = await openAdjustments(db, null);
    const emails = await emailsOf(
      db,
      open.flatMap((row) => [row.account_id, row.proposed_by]),
    );
    return open.map((row) => ({
      adjustment_id: row.id,
      account_id: row.account_id as number,
      email: emails.get(row.account_id) ?? '',
      amount: toEuros(row.amount_cents),
      note: row.note,
      reason: row.reason,
      proposed_by: emails.get(row.proposed_by) ?? '',
      proposed_at: row.proposed_at.toISOString(),
      mine: row.proposed_by === ctx.principal.accountId,
      own: row.account_id === ctx.principal.accountId,
    }));
  }),

  /** Turns reseller mode on or off. */
  setResellerMode: supportProcedure
    .input(schema.setResellerModeInput)
    .mutation(({ ctx, input }) =>
      changes.setResellerMode(ctx.services, { ...changeOf(ctx.principal.accountId, input), on: input.on }),
    ),

  /** Sets the reseller tier. */
  setTier: supportProcedure
    .input(schema.setTierInput)
    .mutation(({ ctx, input }) =>
      changes.setTier(ctx.services, { ...changeOf(ctx.principal.accountId, input), tier: input.tier }),
    ),

  /** Sets the cap over 24 hours. */
  setCap: supportProcedure
    .input(schema.setCapInput)
    .mutation(({ ctx, input }) =>
      changes.setAccountCap(ctx.services, { ...changeOf(ctx.principal.accountId, input), perDay: input.per_day }),
    ),

  /** Grants a review discount, or takes it back. */
  setReview: supportProcedure.input(schema.setReviewInput).mutation(({ ctx, input }) =>
    changes.setReview(ctx.services, {
      ...changeOf(ctx.principal.accountId, input),
      review: input.review && {
        basisPoints: toBasisPoints(input.review.percent),
        until: new Date(input.review.until),
      },
    }),
  ),

  /** Locks the account, or opens it again. */
  setLocked: supportProcedure
    .input(schema.setLockedInput)
    .mutation(({ ctx, input }) =>
      changes.setLocked(ctx.services, { ...changeOf(ctx.principal.accountId, input), locked: input.locked }),
    ),

  /** Ends every sign-in of the account. */
  signOut: supportProcedure
    .input(schema.signOutInput)
    .mutation(({ ctx, input }) => changes.signOutEverywhere(ctx.services, changeOf(ctx.principal.accountId, input))),

  /** Has this sign-in see the client area as the owner of the account sees it, for half an hour; nothing can be changed there. */
  look: supportProcedure
    .input(schema.lookInput)
    .mutation(({ ctx, input }) => look(ctx.services, ctx.principal.sessionId, changeOf(ctx.principal.accountId, input))),

  /** Ends that. */
  lookAway: supportProcedure.mutation(async ({ ctx }) => {
    if (ctx.principal.sessionId) await lookAway(ctx.services.db, ctx.principal.sessionId);
  }),

  /** Credits or debits the account; above what one person moves alone, it proposes to. */
  adjust: supportProcedure.input(schema.adjustInput).mutation(async ({ ctx, input }) => {
    const { outcome, adjustmentId } = await adjustments.adjust(ctx.services, {
      ...changeOf(ctx.principal.accountId, input),
      amountCents: wholeCents(input.amount),
      note: input.note,
      requestKey: input.key,
    });
    return { outcome, adjustment_id: adjustmentId };
  }),

  /** Approves, declines or withdraws a movement that waits. */
  decide: supportProcedure.input(schema.decideInput).mutation(({ ctx, input }) =>
    adjustments.decideAdjustment(ctx.services, {
      actorId: ctx.principal.accountId,
      adjustmentId: input.adjustment_id,
      decision: input.decision,
      reason: input.reason,
    }),
  ),
});
