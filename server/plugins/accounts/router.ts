/** Account procedures. */
import { publicProcedure, router, sessionProcedure } from '#server/kernel/trpc.ts';
import * as port from './port.ts';
import { signUpInput, signUpOutput } from './schema.ts';

export const accountsRouter = router({
  /** Who is signed in. `account_id` is what support asks for. */
  me: sessionProcedure.query(({ ctx }) => ({
    account_id: ctx.principal.accountId as number,
    email: ctx.principal.email,
    role: ctx.principal.role,
    reseller_mode: ctx.principal.resellerMode,
  })),

  /** Opens an account for a visitor, who then signs in. */
  signUp: publicProcedure
    .input(signUpInput)
    .output(signUpOutput)
    .mutation(({ ctx, input }) => port.signUp(ctx.services, { ...input, clientAddress: ctx.clientAddress })),

  /** Ends every session of the account, in all browsers. */
  signOutEverywhere: sessionProcedure.mutation(({ ctx }) => port.endSessions(ctx.services.db, ctx.principal.accountId)),
});
