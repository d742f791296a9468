/** Account procedures. An outcome that the person can do something about is an answer, with `seconds` where waiting helps. */
import { TRPCError } from '@trpc/server';
import { publicProcedure, router, sessionProcedure } from '#server/kernel/trpc.ts';
import { deleteAccount, holdsOf } from './port/deletion.ts';
import { cancelEmailChange, changeEmail, confirmEmail, sendConfirmation, signUp } from './port/emails.ts';
import { startExport } from './port/export.ts';
import { askForReset, changePassword, resetPassword } from './port/passwords.ts';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor } from './port/two-factor.ts';
import { deviceOf, SESSION_SECONDS } from './rules.ts';
import * as schema from './schema.ts';
import { findById, setLanguage } from './store/accounts.ts';
import { waitingEmail } from './store/mailed-links.ts';
import * as sessions from './store/sessions.ts';
import { findTwoFactor } from './store/two-factor.ts';

export const accountsRouter = router({
  /** Who is signed in. `account_id` is what support asks for. */
  me: sessionProcedure.query(({ ctx }) => ({
    account_id: ctx.principal.accountId as number,
    email: ctx.principal.email,
    role: ctx.principal.role,
    reseller_mode: ctx.principal.resellerMode,
  })),

  /** What the account page shows of the account itself. */
  profile: sessionProcedure.output(schema.profileOutput).query(async ({ ctx }) => {
    const { db } = ctx.services;
    const { accountId } = ctx.principal;
    const [account, waiting, twoFactor] = await Promise.all([
      findById(db, accountId),
      waitingEmail(db, accountId),
      findTwoFactor(db, accountId),
    ]);
    if (!account) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
    return {
      account_id: account.id,
      email: account.email,
      email_confirmed: account.emailConfirmedAt !== null,
      waiting_email: waiting === account.email ? null : waiting,
      two_factor: twoFactor?.confirmed ?? false,
      recovery_codes_left: twoFactor?.confirmed ? twoFactor.recovery_codes : 0,
      created_at: account.createdAt.toISOString(),
    };
  }),

  /** Opens an account for a visitor, who then signs in. */
  signUp: publicProcedure
    .input(schema.signUpInput)
    .output(schema.signUpOutput)
    .mutation(({ ctx, input }) => signUp(ctx.services, { ...input, clientAddress: ctx.clientAddress })),

  /** Mails a link for a new password; the answer is the same whether or not the address has an account. */
  forgot: publicProcedure
    .input(schema.forgotInput)
    .mutation(({ ctx, input }) => askForReset(ctx.services, { ...input, clientAddress: ctx.clientAddress })),

  /** Sets a new password by a mailed link. */
  resetPassword: publicProcedure
    .input(schema.resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx.services, input)),

  /** Confirms an address by a mailed link. */
  confirmEmail: publicProcedure
    .input(schema.confirmEmailInput)
    .mutation(({ ctx, input }) => confirmEmail(ctx.services, input.token)),

  /** Mails the link that confirms an address once more. */
  sendConfirmation: sessionProcedure.mutation(({ ctx }) => sendConfirmation(ctx.services, ctx.principal.accountId)),

  /** The language of mails. */
  setLanguage: sessionProcedure
    .input(schema.setLanguageInput)
    .mutation(({ ctx, input }) => setLanguage(ctx.services.db, ctx.principal.accountId, input.language)),

  /** Changes the password; other sessions end. */
  changePassword: sessionProcedure
    .input(schema.changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx.services, ctx.principal, input)),

  /** Asks for another e-mail address, which counts once it is confirmed. */
  changeEmail: sessionProcedure
    .input(schema.changeEmailInput)
    .mutation(({ ctx, input }) => changeEmail(ctx.services, ctx.principal.accountId, input)),

  /** Gives up a change of the e-mail address that waits. */
  cancelEmailChange: sessionProcedure.mutation(({ ctx }) => cancelEmailChange(ctx.services, ctx.principal.accountId)),

  /** The sign-ins that go on, the one seen last first. */
  sessions: sessionProcedure.output(schema.sessionsOutput).query(async ({ ctx }) => {
    const { accountId, sessionId } = ctx.principal;
    const stored = await sessions.sessions(ctx.services.db, accountId, SESSION_SECONDS);
    return stored.map((session) => ({
      id: session.id,
      current: session.id === sessionId,
      ...deviceOf(session.user_agent),
      network: session.network,
      signed_in_at: session.created_at.toISOString(),
      seen_at: session.seen_at.toISOString(),
    }));
  }),

  /** Ends one sign-in. NOT_FOUND where the account has none such. */
  endSession: sessionProcedure.input(schema.endSessionInput).mutation(async ({ ctx, input }) => {
    if (await sessions.endSession(ctx.services.db, ctx.principal.accountId, input.id)) return;
    throw new TRPCError({ code: 'NOT_FOUND', message: 'This sign-in has ended already.' });
  }),

  /** Ends every session of the account, in all browsers. */
  signOutEverywhere: sessionProcedure.mutation(async ({ ctx }) => {
    await sessions.endSessions(ctx.services.db, ctx.principal.accountId);
  }),

  /** Makes a secret for an authenticator app; nothing changes before a first code confirms it. */
  beginTwoFactor: sessionProcedure
    .input(schema.beginTwoFactorInput)
    .mutation(({ ctx, input }) => beginTwoFactor(ctx.services, ctx.principal.accountId, input.password)),

  /** Switches two-factor sign-in on; its recovery codes are told this once. */
  confirmTwoFactor: sessionProcedure
    .input(schema.confirmTwoFactorInput)
    .mutation(({ ctx, input }) => confirmTwoFactor(ctx.services, ctx.principal, input.code)),

  /** Switches two-factor sign-in off. */
  endTwoFactor: sessionProcedure
    .input(schema.endTwoFactorInput)
    .mutation(({ ctx, input }) => endTwoFactor(ctx.services, ctx.principal.accountId, input)),

  /** Begins an export of the account's data; the file is among its tasks. */
  startExport: sessionProcedure.mutation(async ({ ctx }) => ({
    task_id: (await startExport(ctx.services, ctx.principal.accountId)) as number,
  })),

  /** What one would lose by deleting the account now. */
  holds: sessionProcedure.output(schema.holdsOutput).query(({ ctx }) => holdsOf(ctx.services, ctx.principal.accountId)),

  /** Deletes the account and what of it the law does not ask to be kept. */
  delete: sessionProcedure.input(schema.deleteInput).mutation(({ ctx, input }) => {
    const { typed_email: typedEmail, code, ...rest } = input;
    return deleteAccount(ctx.services, ctx.principal.accountId, { ...rest, code, typedEmail });
  }),
});
