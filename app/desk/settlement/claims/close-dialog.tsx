'use client';
/** Takes a claim off the list. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { OutcomeDialog } from '../../outcome-dialog.tsx';
import type { Claim } from './view.ts';

export function CloseDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const close = useMutation(procedures.support.settlement.closeClaim.mutationOptions());
  const change = async (reason: string) => {
    const { outcome } = await close.mutateAsync({ claim_id: claim.id, reason });
    await queries.invalidateQueries({ queryKey: procedures.support.pathKey() });
    if (outcome !== 'closed') return 'Somebody else has closed this claim.';
    toast({ text: 'The claim is closed.' });
    return null;
  };
  return (
    <OutcomeDialog title={`Close the claim on ${claim.supplier}`} submit="Close the claim" change={change} onClose={onClose}>
      <p>
        It leaves the list and the sum, because the supplier gave it back or because it is given up: say which in the reason. The
        audit keeps it. This cannot be undone.
      </p>
    </OutcomeDialog>
  );
}
