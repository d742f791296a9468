/** Procedures of the settlement: failed orders, claims on suppliers, payments on hold. Amounts in euros. */
import { TRPCError } from '@trpc/server';
import type { OrderId } from '#server/kernel/ids.ts';
import { toEuros } from '#server/kernel/money.ts';
import { router, supportProcedure } from '#server/kernel/trpc.ts';
import { claimList, close } from '../port/claims.ts';
import { closePayment, paymentsOnHold } from '../port/payments.ts';
import { orderView, queue, settle } from '../port/settlement.ts';
import { QUEUE_PAGE_SIZE } from '../rules.ts';
import { claimsInput, closeClaimInput, closePaymentInput, orderInput, queueInput, settleInput } from '../schema/settlement.ts';

/** A page of a list, counted from 1, as the part that it is. */
const partOf = (page: number) => ({ limit: QUEUE_PAGE_SIZE, offset: (page - 1) * QUEUE_PAGE_SIZE });

export const settlementRouter = router({
  /** A page of the failed orders; how many there are in all, the euros that they hold, and since when the oldest waits. */
  queue: supportProcedure
    .input(queueInput)
    .query(({ ctx, input: { sort, page } }) => queue(ctx.services, { sort, ...partOf(page) })),

  /** A page of what suppliers were paid, or may have been, for proxies that nobody got. */
  claims: supportProcedure.input(claimsInput).query(({ ctx, input }) => claimList(ctx.services, partOf(input.page))),

  /** Takes a claim off the list: its supplier gave it back, or it is given up. */
  closeClaim: supportProcedure
    .input(closeClaimInput)
    .mutation(({ ctx, input: { claim_id: claimId, reason } }) =>
      close(ctx.services, { actorId: ctx.principal.accountId, claimId, reason }),
    ),

  /** What came in otherwise than asked for and waits for support, the oldest first, and how many there are in all. */
  paymentsOnHold: supportProcedure.query(({ ctx }) => paymentsOnHold(ctx.services)),

  /** Closes such a payment: nothing moves by itself any more, so that it can be given back or credited by hand. NOT_FOUND where it is not on hold. */
  closePayment: supportProcedure
    .input(closePaymentInput)
    .mutation(({ ctx, input }) =>
      closePayment(ctx.services, { actorId: ctx.principal.accountId, paymentId: input.payment_id, reason: input.reason }),
    ),

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
