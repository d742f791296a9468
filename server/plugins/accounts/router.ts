/** Account procedures. */
import { router, sessionProcedure } from '#server/kernel/trpc.ts';

export const accountsRouter = router({
  /** Who is signed in. */
  me: sessionProcedure.query(({ ctx }) => ({ email: ctx.principal.email, role: ctx.principal.role })),
});
