'use client';
/** The balance at large, and how to raise it. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { AskSupport } from '../ask-support.tsx';
import classes from './balance-panel.module.css';

export function BalancePanel({ account }: { account: { account_id: number; email: string } }) {
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.billing.balance.queryOptions());
  return (
    <Panel id="available" title="Available now">
      {data || isPending ? (
        <PanelBody>
          <p className={classes.amount}>{data ? <Money euros={data.balance} /> : <Skeleton height={44} width="12rem" />}</p>
          <p className={classes.hint}>
            <AskSupport account={account}>To top up, ask support: they credit the balance.</AskSupport>
          </p>
        </PanelBody>
      ) : (
        <Problem what="The balance" retrying={isFetching} onRetry={() => refetch()} />
      )}
    </Panel>
  );
}
