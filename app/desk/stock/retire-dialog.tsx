'use client';
/** Retires addresses, or puts them back; either can be undone. */
import { useMutation } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { REASON_LENGTH } from '#server/plugins/support/rules.ts';
import type { Address } from '#server/plugins/support/schema/stock.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';
import { counted } from './counted.ts';
import { useStockChanged } from './use-stock-changed.ts';

interface Props {
  kind: 'retire' | 'put_back';
  addresses: readonly Address[];
  onDone: () => void;
  onClose: () => void;
}

export function RetireDialog({ kind, addresses, onDone, onClose }: Props) {
  const procedures = useProcedures();
  const toast = useToast();
  const stockChanged = useStockChanged();
  const retire = useMutation(procedures.support.stock.retire.mutationOptions());
  const putBack = useMutation(procedures.support.stock.putBack.mutationOptions());
  const [there, back] = kind === 'retire' ? [retire, putBack] : [putBack, retire];
  const change = async (reason: string) => {
    const { changed } = await there.mutateAsync({ ids: addresses.map(({ id }) => id), reason });
    await stockChanged();
    onDone();
    toast({
      text: `${counted(changed.length)} ${kind === 'retire' ? 'retired' : 'put back'}.`,
      ...(changed.length > 0 ? { undo: () => undo(changed, reason) } : {}),
    });
    return null;
  };
  const undo = async (ids: number[], reason: string) => {
    const answer = await back.mutateAsync({ ids, reason: `Undone: ${reason}`.slice(0, REASON_LENGTH.max) }).catch(() => null);
    await stockChanged();
    return answer?.changed.length === ids.length;
  };
  const inUse = addresses.filter(({ proxy }) => proxy !== null).length;
  if (kind === 'put_back') {
    return (
      <OutcomeDialog title={`Put ${counted(addresses.length)} back`} submit="Put back" change={change} onClose={onClose}>
        <p>They are sold again: at once where no proxy leaves from them, else when that has ended and the address has rested.</p>
      </OutcomeDialog>
    );
  }
  return (
    <OutcomeDialog title={`Retire ${counted(addresses.length)}`} submit="Retire" danger change={change} onClose={onClose}>
      <p>Retired addresses are never sold again, unless they are put back.</p>
      {inUse > 0 && (
        <Notice tone="warn">
          {inUse === 1
            ? `${addresses.length === 1 ? 'The address' : '1 of them'} has a proxy: it goes on until it ends and cannot be renewed. Its customer gets a mail. To let them keep it, replace the address instead.`
            : `${inUse} of them have proxies: these go on until they end and cannot be renewed. Their customers get a mail. To let them keep theirs, replace the addresses instead.`}
        </Notice>
      )}
    </OutcomeDialog>
  );
}
