'use client';
/** Whether a prize of the wheel goes into this purchase, or is kept for a larger one. */
import { Checkbox } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import type { ConsideredDiscount } from './discounts.tsx';

const WHEEL = 'wheel';

interface Props {
  discounts: readonly ConsideredDiscount[];
  keep: readonly string[];
  onKeep: (kinds: string[]) => void;
}

export function PrizeChoice({ discounts, keep, onKeep }: Props) {
  const t = useTranslations('buy.prize');
  const format = useFormatter();
  const prize = discounts.find(({ kind }) => kind === WHEEL);
  // A prize that would not apply anyway is not asked about.
  if (!prize?.until || !['applied', 'kept'].includes(prize.outcome)) return null;
  return (
    <Checkbox
      label={t('use', { percentage: format.number(prize.percentage / 100, 'percent') })}
      description={t('until', { moment: format.dateTime(new Date(prize.until), 'minute') })}
      checked={!keep.includes(WHEEL)}
      onChange={(event) => onKeep(event.currentTarget.checked ? [] : [WHEEL])}
    />
  );
}
