/** Procedures of payments on hold. Amounts in euros. */
import { router, supportProcedure } from '#server/kernel/trpc.ts';
import { closePayment, paymentsOnHold } from '../port/payments.ts';
import { closeInput } from '../schema/payments.ts';

export const heldPaymentsRouter = router({
  /** What came in otherwise than asked for and waits for support, the oldest first. */
  onHold: supportProcedure.query(({ ctx }) => paymentsOnHold(ctx.services)),

  /** Says that such a payment was given back or credited by hand. NOT_FOUND where it is not on hold. */
  close: supportProcedure
    .input(closeInput)
    .mutation(({ ctx, input }) =>
      closePayment(ctx.services, { actorId: ctx.principal.accountId, paymentId: input.payment_id, reason: input.reason }),
    ),
});
