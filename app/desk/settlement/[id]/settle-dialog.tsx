'use client';
/** Settles a failed order: says what it will do, and takes the reason. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { SETTLEMENT_REASON_LENGTH } from '#server/plugins/support/rules.ts';
import { ChangeDialog } from '../../change-dialog.tsx';
import type { OrderView } from './view.ts';

interface Props {
  how: 'deliver' | 'refund';
  order: OrderView;
  onClose: () => void;
}

export function SettleDialog({ how, order, onClose }: Props) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const money = useMoney();
  const country = useTranslations('countries');
  const settle = useMutation(
    procedures.support.settlement.settle.mutationOptions({
      onSuccess: (settled) => {
        if (settled.outcome === 'delivered') toast({ text: 'Delivered. The customer gets a mail.' });
        if (settled.outcome === 'refunded')
          toast({ text: `Refunded by credit note ${settled.credit_note}. The customer gets a mail.` });
        if (settled.outcome === 'not_failed')
          toast({ text: 'Somebody else was quicker: the order is settled, or being settled.' });
        if (settled.outcome !== 'still_failed') onClose();
        return queries.invalidateQueries({ queryKey: procedures.support.pathKey() });
      },
    }),
  );
  const { kept, own, elsewhere } = order.available;
  const asked = order.bought.filter(({ asked_again }) => asked_again).map(({ supplier }) => supplier);
  const amount = money(order.total);
  return (
    <ChangeDialog
      title={how === 'deliver' ? `Deliver order ${order.order_id} now` : `Refund order ${order.order_id}`}
      submit={how === 'deliver' ? `Deliver ${order.qty} ${order.qty === 1 ? 'proxy' : 'proxies'}` : `Refund ${amount}`}
      danger={how === 'refund'}
      change={settle}
      reasonMost={SETTLEMENT_REASON_LENGTH}
      reasonFor={
        how === 'refund' ? 'The customer reads it on the credit note, and the audit keeps it.' : 'For the audit and the timeline.'
      }
      onConfirm={(reason) => settle.mutate({ order_id: order.order_id, how, reason })}
      onClose={onClose}
    >
      {settle.data?.outcome === 'still_failed' && (
        <Notice tone="warn" alert>
          It could not be delivered: {settle.data.failure}. The order still waits. What was bought for it now is told under “What
          suppliers were asked for”.
        </Notice>
      )}
      {how === 'deliver' ? (
        <>
          <p>
            {asked.length > 0
              ? `First ${[...new Set(asked)].join(' and ')} is asked again for what may have been paid for. What is missing then comes from the site’s own stock, and else from other suppliers.`
              : 'It comes from the site’s own stock, and what is missing from other suppliers.'}{' '}
            The proxies are valid for 30 days, from when their supplier sold them where that was before; the key answers with
            them, and the customer is debited nothing again.
          </p>
          <Notice tone={kept + own + elsewhere >= order.qty || asked.length > 0 ? 'plain' : 'warn'}>
            {country(order.country)}, at the price of this order: {kept} kept for it, {own} of our own, {elsewhere} of others, for{' '}
            {order.qty} ordered.
          </Notice>
        </>
      ) : (
        <p>
          {amount} goes back to the balance, with a credit note on the order’s invoice. Its key answers <code>order_failed</code>{' '}
          for ever, and it will never be delivered. This cannot be undone.
        </p>
      )}
    </ChangeDialog>
  );
}
