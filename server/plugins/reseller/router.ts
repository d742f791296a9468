/** Procedures of the reseller area's block «Automatic purchase API» (specification section 5, rules 2 and 3). */

import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import { publicError } from '#server/kernel/errors.ts';
import { router, sessionProcedure } from '#server/kernel/trpc.ts';
import { resellerErrors } from './errors.ts';
import { issueKey } from './port.ts';
import { apiKeyStatusSchema, generatedKeySchema } from './schema.ts';
import * as store from './store.ts';

/** Key procedures exist only for accounts with reseller mode. */
const resellerProcedure = sessionProcedure.use(({ ctx, next }) => {
  if (!ctx.principal.resellerMode) throw publicError(resellerErrors, 'not_reseller');
  return next();
});

export const resellerRouter = router({
  /** Whether the account has reseller mode, the API's base address, and what may be shown of its key. */
  status: sessionProcedure.output(apiKeyStatusSchema).query(async ({ ctx }) => {
    const key = await store.status(ctx.services.db, ctx.principal.accountId);
    return {
      reseller_mode: ctx.principal.resellerMode,
      base_url: ctx.services.env.SITE_URL + API_BASE_PATH,
      key: key && {
        last_four: key.lastFour,
        created_at: key.createdAt.toISOString(),
        last_used_at: key.lastUsedAt?.toISOString() ?? null,
      },
    };
  }),

  /** Makes a key; one that existed dies at once. The answer is the only time that it can be read. */
  generate: resellerProcedure.output(generatedKeySchema).mutation(async ({ ctx }) => {
    const { apiKey, lastFour } = await issueKey(ctx.services, ctx.principal.accountId);
    return { api_key: apiKey, last_four: lastFour };
  }),

  /** Takes the key away. Also without reseller mode, so that a key can always be withdrawn. */
  revoke: sessionProcedure.mutation(async ({ ctx }) => {
    await store.revoke(ctx.services.db, ctx.principal.accountId);
  }),
});
