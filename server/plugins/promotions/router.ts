/** Procedures of promotions: the account's own code and its own wheel. */
import { toPercent } from '#server/kernel/percent.ts';
import { router, sessionProcedure } from '#server/kernel/trpc.ts';
import * as port from './port.ts';
import { totalWeight } from './rules.ts';
import { enterCodeInput, enterCodeOutput, spinInput, spinOutput, wheelSchema } from './schema.ts';
import * as wheel from './store/wheel.ts';

const prizeOf = (spin: wheel.Spin) => ({ percentage: toPercent(spin.discount_bp), expires_at: spin.expires_at.toISOString() });

export const promotionsRouter = router({
  /** Enters a promo code for the next purchase on the site, or says why it cannot be. Codes that do not exist are throttled. */
  enterCode: sessionProcedure
    .input(enterCodeInput)
    .output(enterCodeOutput)
    .mutation(async ({ ctx, input }) => {
      const entering = await port.enterCode(ctx.services, ctx.principal.accountId, input.code);
      switch (entering.outcome) {
        case 'entered':
          return { outcome: entering.outcome, code: entering.code.code, percentage: toPercent(entering.code.discount_bp) };
        case 'not_started':
          return { outcome: entering.outcome, starts_at: entering.code.starts_at.toISOString() };
        default:
          return { outcome: entering.outcome };
      }
    }),

  /** Takes the entered promo code out. */
  removeCode: sessionProcedure.mutation(({ ctx }) => port.removeCode(ctx.services, ctx.principal.accountId)),

  /** The wheel of today, and the prizes that the account holds. */
  wheel: sessionProcedure.output(wheelSchema).query(async ({ ctx }) => {
    const { db } = ctx.services;
    const { accountId } = ctx.principal;
    const { day, next_day_at } = await wheel.today(db);
    const [prizes, spin, held] = await Promise.all([
      wheel.prizes(db),
      wheel.spinOf(db, accountId, day),
      wheel.held(db, accountId),
    ]);
    const total = totalWeight(prizes);
    return {
      day,
      next_day_at: next_day_at.toISOString(),
      segments: prizes.map(({ discountBp, weight }) => ({ percentage: toPercent(discountBp), chance: weight / total })),
      spin: spin && prizeOf(spin),
      prizes: held.map(prizeOf),
    };
  }),

  /** Spins the wheel of a day, once: asked again it answers the same prize. */
  spin: sessionProcedure
    .input(spinInput)
    .output(spinOutput)
    .mutation(async ({ ctx, input }) => prizeOf(await port.spin(ctx.services, ctx.principal.accountId, input.day))),
});
