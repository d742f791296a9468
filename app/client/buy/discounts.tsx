'use client';
/** Each kind of discount: the one that applied with what it takes off, the others with why they did not. */
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '#app/_ui/badge.tsx';
import { useMoney } from '#app/_ui/money.tsx';
import type { PriceStep } from '#server/plugins/orders/schema.ts';

export type ConsideredDiscount = PriceStep['discounts'][number];

/** The kinds that the site ships with. */
const named = ['reseller_tier', 'review', 'promo_code', 'wheel'] as const;

/** @param savedCents what the applied one takes off each proxy. */
export function Discounts({ discounts, savedCents }: { discounts: readonly ConsideredDiscount[]; savedCents: number }) {
  const t = useTranslations('buy.discount');
  const format = useFormatter();
  const money = useMoney();
  return discounts.map((discount) => {
    const name = t(named.find((kind) => kind === discount.kind) ?? 'other');
    const percentage = format.number(discount.percentage / 100, 'percent');
    return (
      <div key={discount.kind}>
        <dt>
          {discount.percentage > 0 ? t('with', { name, percentage }) : name}{' '}
          {discount.outcome === 'applied' && <Badge tone="good">{t('applied')}</Badge>}
        </dt>
        <dd>{discount.outcome === 'applied' ? money(-savedCents / 100) : <Reason discount={discount} />}</dd>
      </div>
    );
  });
}

function Reason({ discount: { kind, outcome, until } }: { discount: ConsideredDiscount }) {
  const t = useTranslations('buy.discount');
  const format = useFormatter();
  switch (outcome) {
    case 'ended':
      return until ? t('endedOn', { day: format.dateTime(new Date(until), 'day') }) : t('ended');
    case 'not_granted':
      if (kind === 'promo_code') return t('noCode');
      return kind === 'wheel' ? t('noPrize') : t('none');
    default:
      return t(outcome);
  }
}
