'use client';
/** Why the order cannot be placed, and what helps. */
import { Button } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Moment } from '#app/_ui/moment.tsx';
import { useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import type { Country } from '#server/kernel/countries.ts';
import { AskSupport } from '../ask-support.tsx';
import type { Obstacle } from './quote.ts';

interface Props {
  obstacle: Obstacle;
  country: Country;
  account: { account_id: number; email: string };
  onQty: (qty: number) => void;
}

export function ObstacleNotice({ obstacle, country: code, account, onQty }: Props) {
  const t = useTranslations('buy.obstacle');
  const country = useTranslations('countries')(code);
  const money = useMoney();
  switch (obstacle.reason) {
    case 'not_sold':
      return <Notice tone="warn">{t('notSold', { country })}</Notice>;
    case 'not_in_so_few':
      return (
        <Notice tone="warn">
          {t('notInSoFew', { country, from: obstacle.from })}
          <Take qty={obstacle.from} onQty={onQty} />
        </Notice>
      );
    case 'out_of_stock': {
      const { available } = obstacle;
      return (
        <Notice tone="warn">
          {available === 0 ? t('soldOut', { country }) : t('left', { country, available })}
          {available > 0 && <Take qty={available} onQty={onQty} />}
        </Notice>
      );
    }
    case 'cap': {
      const { at, perDay, remaining } = obstacle;
      return (
        <Notice tone="warn">
          <span>
            {remaining === 0 ? t('capReached', { perDay }) : t('capLeft', { remaining, perDay })}{' '}
            {at ? (
              t.rich('capReturns', { when: () => <Moment at={at} focusable /> })
            ) : (
              <AskSupport account={account}>{t('capNever')}</AskSupport>
            )}
          </span>
          {remaining > 0 && <Take qty={remaining} onQty={onQty} />}
        </Notice>
      );
    }
    case 'balance':
      return (
        <Notice tone="warn">
          <strong>{t('missing', { amount: money(obstacle.missingCents / 100) })}</strong>
          <span>{t.rich('topUp', { link: (text) => <Link href="/client/balance">{text}</Link> })}</span>
        </Notice>
      );
  }
}

function Take({ qty, onQty }: { qty: number; onQty: (qty: number) => void }) {
  const t = useTranslations('buy.price');
  return (
    <div>
      <Button size="compact-xs" variant="default" onClick={() => onQty(qty)}>
        {t('take', { qty })}
      </Button>
    </div>
  );
}
