'use client';
/** The balance at large, and what it buys. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { AskSupport } from '../ask-support.tsx';
import classes from './balance-panel.module.css';
import { useHowMany } from './use-how-many.ts';

interface Props {
  account: { account_id: number; email: string };
  /** Nobody takes payments for this site. */
  bySupport: boolean;
}

export function BalancePanel({ account, bySupport }: Props) {
  const t = useTranslations('balance');
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.billing.balance.queryOptions());
  const buys = useHowMany()(data?.balance ?? 0);
  return (
    <Panel id="available" title={t('available')}>
      {data || isPending ? (
        <PanelBody>
          <p className={classes.amount} data-debt={(data && data.balance < 0) || undefined}>
            {data ? <Money euros={data.balance} /> : <Skeleton height={44} width="12rem" />}
          </p>
          {buys !== null && <p className={classes.hint}>{t('buys', { proxies: buys })}</p>}
          {data && data.balance < 0 && <Notice tone="bad">{t('debt')}</Notice>}
          {bySupport && (
            <p className={classes.hint}>
              <AskSupport account={account}>{t('topUpBySupport')}</AskSupport>
            </p>
          )}
        </PanelBody>
      ) : (
        <Problem what={t('theBalance')} retrying={isFetching} onRetry={() => refetch()} />
      )}
    </Panel>
  );
}
