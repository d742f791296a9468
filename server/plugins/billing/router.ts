/** Billing procedures. */
import { toEuros } from '#server/kernel/money.ts';
import { accountProcedure, router } from '#server/kernel/trpc.ts';
import { balanceSchema } from './schema.ts';
import * as store from './store.ts';

export const billingRouter = router({
  /** The balance in euros (specification section 4, GET /balance). */
  balance: accountProcedure.output(balanceSchema).query(async ({ ctx }) => ({
    balance: toEuros(await store.balance(ctx.services.db, ctx.principal.accountId)),
    currency: 'EUR' as const,
  })),
});
