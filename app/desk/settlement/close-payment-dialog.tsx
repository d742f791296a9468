'use client';
/** Closes a payment on hold. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { ChangeDialog } from '../change-dialog.tsx';

export function ClosePaymentDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const close = useMutation(
    procedures.support.settlement.closePayment.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(procedures.support.pathFilter());
        toast({ text: 'The payment is closed.' });
        onClose();
      },
    }),
  );
  return (
    <ChangeDialog
      title="Close a payment"
      submit="Close the payment"
      change={close}
      reasonFor="For the audit: what is done with the money, and where that can be seen."
      onConfirm={(reason) => close.mutate({ payment_id: paymentId, reason })}
      onClose={onClose}
    >
      <p>
        No money moves by this. From now on nothing that the provider says of this payment moves any, and the customer reads that
        support has settled it.
      </p>
    </ChangeDialog>
  );
}
