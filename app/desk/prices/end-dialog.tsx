'use client';
/** Ends a promo code. */
import { useMutation } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { OutcomeDialog } from '../outcome-dialog.tsx';
import { usePricesChanged } from './use-prices-changed.ts';

export function EndDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const procedures = useProcedures();
  const toast = useToast();
  const pricesChanged = usePricesChanged();
  const end = useMutation(procedures.support.prices.endCode.mutationOptions());
  const change = async (reason: string) => {
    const { outcome } = await end.mutateAsync({ code, reason });
    await pricesChanged();
    if (outcome === 'unknown') return 'There is no such code any more.';
    toast({ text: `${code} has ended.` });
    return null;
  };
  return (
    <OutcomeDialog title={`End ${code}`} submit="End the code" danger change={change} onClose={onClose}>
      <p>Nobody can use it from now on. What was bought with it stays as it is. This cannot be undone.</p>
    </OutcomeDialog>
  );
}
