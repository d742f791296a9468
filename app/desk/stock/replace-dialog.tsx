'use client';
/** Replaces a dead address under the proxy that leaves from it. */
import { useMutation } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import type { Address } from '#server/plugins/support/schema/stock.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';
import { useStockChanged } from './use-stock-changed.ts';

export function ReplaceDialog({ address: { ip, country, proxy }, onClose }: { address: Address; onClose: () => void }) {
  const procedures = useProcedures();
  const toast = useToast();
  const stockChanged = useStockChanged();
  const replace = useMutation(procedures.support.stock.replace.mutationOptions());
  const change = async (reason: string) => {
    const answer = await replace.mutateAsync({ proxy_id: proxy?.proxy_id ?? '', reason });
    if (answer.outcome !== 'replaced') {
      return answer.outcome === 'sold_out'
        ? `No address of ${countryNames[country]} is free. Import some first.`
        : 'The proxy has ended meanwhile: there is nothing to replace.';
    }
    await stockChanged();
    toast({ text: `The proxy leaves from ${answer.after} now, and its customer gets a mail.` });
    return null;
  };
  return (
    <OutcomeDialog title={`Replace ${ip}`} submit="Replace the address" danger change={change} onClose={onClose}>
      <p>
        Proxy <code>{proxy?.proxy_id}</code> of order {proxy?.order_id} gets a free address of {countryNames[country]}, under the
        same username and password and with the same end. {ip} is retired, connections through it are cut, and the customer gets a
        mail. This cannot be undone.
      </p>
    </OutcomeDialog>
  );
}
