/** Procedures of the settlement queue. Amounts in euros. */
import { TRPCError } from '@trpc/server';
import type { OrderId } from '#server/kernel/ids.ts';
import { toEuros } from '#server/kernel/money.ts';
import { router, supportProcedure } from '#server/kernel/trpc.ts';
import { orderView, queue, settle } from '../port/settlement.ts';
import { orderInput, settleInput } from '../schema/settlement.ts';

export const settlementRouter = router({
  /** Failed orders, the oldest failure first, and the euros that they hold. */
  queue: supportProcedure.query(({ ctx }) => queue(ctx.services)),

  /** An order of anybody with its whole timeline. NOT_FOUND where there is none. */
  order: supportProcedure.input(orderInput).query(async ({ ctx, input }) => {
    const view = await orderView(ctx.services, input.order_id as OrderId);
    if (!view) throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such order.' });
    return view;
  }),

  /** Delivers a failed order now, or refunds it. */
  settle: supportProcedure.input(settleInput).mutation(async ({ ctx, input }) => {
    const { order_id: orderId, how, reason } = input;
    const settled = await settle(ctx.services, {
      actorId: ctx.principal.accountId,
      orderId: orderId as OrderId,
      how,
      reason,
    });
    if (settled.outcome !== 'refunded') return settled;
    const { outcome, creditNote, balanceCents } = settled;
    return { outcome, credit_note: creditNote, balance: toEuros(balanceCents) };
  }),
});
