'use client';
/** Takes a price list back that has not begun. */
import { useMutation } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { type Country, countryNames } from '#server/kernel/countries.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';
import { usePricesChanged } from './use-prices-changed.ts';

interface Props {
  country: Country;
  /** ISO 8601. */
  beginsAt: string;
  /** The same as it is read. */
  moment: string;
  onClose: () => void;
}

export function CancelDialog({ country, beginsAt, moment, onClose }: Props) {
  const procedures = useProcedures();
  const toast = useToast();
  const pricesChanged = usePricesChanged();
  const cancel = useMutation(procedures.support.prices.cancelList.mutationOptions());
  const change = async (reason: string) => {
    const { cancelled } = await cancel.mutateAsync({ country, begins_at: beginsAt, reason });
    await pricesChanged();
    if (!cancelled) return 'These prices have begun meanwhile, or were taken back already.';
    toast({ text: 'Taken back. The prices in force go on.' });
    return null;
  };
  return (
    <OutcomeDialog
      title={`Take back the prices in ${countryNames[country]}`}
      submit="Take back"
      change={change}
      onClose={onClose}
    >
      <p>The prices that were to begin on {moment} do not begin.</p>
    </OutcomeDialog>
  );
}
