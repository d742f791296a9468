'use client';
/** The alert by mail: below which balance the account holder is warned. */
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { eurosTyped } from '#app/_ui/euros-typed.ts';
import { useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { lowBalanceBounds } from '#server/plugins/billing/rules.ts';
import classes from './low-balance.module.css';

export function LowBalance() {
  const t = useTranslations('overview.alert');
  const procedures = useProcedures();
  const me = useQuery(procedures.accounts.me.queryOptions());
  const { data, isPending, isFetching, refetch } = useQuery(procedures.billing.lowBalance.queryOptions());
  return (
    <Panel id="low-balance" title={t('title')} description={me.data && t('lead', { email: me.data.email })}>
      {data || isPending ? (
        <PanelBody>
          {data ? <Alert key={data.below} below={data.below} isBelow={data.is_below} /> : <Skeleton height={58} />}
        </PanelBody>
      ) : (
        <Problem what={t('what')} retrying={isFetching} onRetry={() => refetch()} />
      )}
    </Panel>
  );
}

function Alert({ below, isBelow }: { below: number | null; isBelow: boolean }) {
  const t = useTranslations('overview.alert');
  const money = useMoney();
  const format = useFormatter();
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const [typed, setTyped] = useState(below === null ? '' : format.number(below, 'typed'));
  const [wrong, setWrong] = useState(false);
  const set = useMutation(
    procedures.billing.setLowBalance.mutationOptions({
      onSuccess: () => queries.invalidateQueries(procedures.billing.lowBalance.queryFilter()),
    }),
  );
  const change = (amount: number | null) =>
    set.mutate(
      { below: amount },
      {
        onSuccess: () =>
          toast({
            text: amount === null ? t('switchedOff') : t('saved', { amount: money(amount) }),
            undo: () =>
              set.mutateAsync({ below }).then(
                () => true,
                () => false,
              ),
          }),
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = eurosTyped(typed, lowBalanceBounds);
    setWrong(amount === null);
    if (amount !== null) change(amount);
  };
  return (
    <form className={classes.form} onSubmit={submit} aria-label={t('title')}>
      <TextInput
        label={t('label')}
        inputMode="decimal"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        error={wrong && t('range')}
        autoComplete="off"
        placeholder={format.number(20, 'typed')}
      />
      <div className={classes.actions}>
        <Button type="submit" variant="default" loading={set.isPending}>
          {t('save')}
        </Button>
        {below !== null && (
          <Button variant="subtle" color="gray" c="dimmed" disabled={set.isPending} onClick={() => change(null)}>
            {t('off')}
          </Button>
        )}
      </div>
      <p className={classes.state}>
        {below === null ? t('isOff') : t('on', { amount: money(below) })} {isBelow && t('below')}
      </p>
      {set.isError && (
        <Notice tone="bad" alert>
          {t('failed')}
        </Notice>
      )}
    </form>
  );
}
