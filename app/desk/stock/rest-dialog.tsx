'use client';
/** Changes for how long an address rests after its proxy ended, before it is sold again. */
import { NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { stockLimits } from '#server/plugins/proxies/rules.ts';
import { numberTyped } from '../number-typed.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';
import { counted } from './counted.ts';
import { useStockChanged } from './use-stock-changed.ts';

export function RestDialog({ days, onClose }: { days: number; onClose: () => void }) {
  const procedures = useProcedures();
  const toast = useToast();
  const stockChanged = useStockChanged();
  const [typed, setTyped] = useState<number | string>(days);
  const set = useMutation(procedures.support.stock.setRest.mutationOptions());
  const change = async (reason: string) => {
    const wanted = numberTyped(typed);
    if (wanted === null) return 'Give a number of days; 0 is no rest.';
    const { moved } = await set.mutateAsync({ days: wanted, reason });
    await stockChanged();
    toast({ text: `Set. ${counted(moved)} ${moved === 1 ? 'is' : 'are'} free at another time now.` });
    return null;
  };
  return (
    <OutcomeDialog title="Rest after a proxy" submit="Set the rest" change={change} onClose={onClose}>
      <NumberInput
        label="Days of rest"
        description="An address is not sold for so long after its proxy ended. Holds at once, also for addresses that are leased or at rest."
        data-autofocus
        min={0}
        max={stockLimits.mostRestDays}
        allowDecimal={false}
        value={typed}
        onChange={setTyped}
      />
    </OutcomeDialog>
  );
}
