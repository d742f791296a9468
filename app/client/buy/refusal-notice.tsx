'use client';
/** Why a purchase was refused, in words. */
import { useTranslations } from 'next-intl';
import type { ProcedureError } from '#app/_procedures/provider.tsx';
import { useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';

export function RefusalNotice({ refusal }: { refusal: ProcedureError }) {
  return (
    <Notice tone="bad" alert>
      <Words refusal={refusal} />
    </Notice>
  );
}

function Words({ refusal: { data } }: { refusal: ProcedureError }) {
  const t = useTranslations('buy.refused');
  const money = useMoney();
  const { extra = {}, publicCode } = data ?? {};
  const amount = (name: string) => money(Number(extra[name]));
  switch (publicCode) {
    case 'insufficient_balance':
      return t(publicCode, { balance: amount('balance'), required: amount('required') });
    case 'price_changed':
      return t(publicCode, { total: amount('total') });
    case 'out_of_stock':
      return t(publicCode, { available: Number(extra.available) });
    case 'daily_limit':
      return t(publicCode, { remaining: Number(extra.remaining_today) });
    case 'order_failed':
      return t(publicCode, { order: String(extra.order_id) });
    default:
      return t('other');
  }
}
