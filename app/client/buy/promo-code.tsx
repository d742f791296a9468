'use client';
/** The promo code: entered here, checked at once, and what became of it in the price. */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import type { EnteredCode } from '#server/plugins/promotions/schema.ts';
import type { ConsideredDiscount } from './discounts.tsx';
import classes from './promo-code.module.css';

export function PromoCode({ discounts }: { discounts: readonly ConsideredDiscount[] }) {
  const entered = discounts.find(({ kind, reference }) => kind === 'promo_code' && reference !== null);
  return entered ? <Entered discount={entered} code={entered.reference ?? ''} /> : <Entry />;
}

function Entry() {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const t = useTranslations('buy.code');
  const [typed, setTyped] = useState('');
  const problemOf = useProblem();
  const entering = useMutation(
    procedures.promotions.enterCode.mutationOptions({
      // Until the price is there that it makes.
      onSuccess: ({ outcome }) => (outcome === 'entered' ? queries.invalidateQueries(procedures.orders.pathFilter()) : undefined),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') entering.mutate({ code: typed });
  };
  return (
    <form className={classes.entry} onSubmit={submit}>
      <TextInput
        className={classes.field ?? ''}
        label={t('label')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={typed}
        error={problemOf(entering.data, entering.error)}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          entering.reset();
        }}
      />
      <Button type="submit" variant="default" loading={entering.isPending} disabled={typed.trim() === ''}>
        {t('apply')}
      </Button>
    </form>
  );
}

/** Why a code was not taken, in words; null where it was. */
function useProblem(): (entered: EnteredCode | undefined, error: unknown) => string | null {
  const t = useTranslations('buy.code.problem');
  const format = useFormatter();
  return (entered, error) => {
    if (isProcedureError(error)) {
      if (error.data?.publicCode === 'too_many_codes')
        return t('tooMany', { minutes: Math.ceil(Number(error.data.extra.seconds) / 60) });
      return t(error.data?.code === 'BAD_REQUEST' ? 'form' : 'failed');
    }
    if (error) return t('failed');
    if (!entered || entered.outcome === 'entered') return null;
    if (entered.outcome === 'not_started')
      return t('not_started', { moment: format.dateTime(new Date(entered.starts_at), 'minute') });
    return t(entered.outcome);
  };
}

function Entered({ discount: { outcome, percentage }, code }: { discount: ConsideredDiscount; code: string }) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const t = useTranslations('buy.code');
  const format = useFormatter();
  const toast = useToast();
  const priced = () => queries.invalidateQueries(procedures.orders.pathFilter());
  const enteringAgain = useMutation(procedures.promotions.enterCode.mutationOptions({ onSuccess: priced }));
  const removing = useMutation(
    procedures.promotions.removeCode.mutationOptions({
      async onSuccess() {
        await priced();
        toast({ text: t('removed'), undo: enterAgain });
      },
    }),
  );
  const enterAgain = () =>
    enteringAgain.mutateAsync({ code }).then(
      ({ outcome: made }) => made === 'entered',
      () => false,
    );
  const share = format.number(percentage / 100, 'percent');
  return (
    <Notice tone={outcome === 'applied' ? 'good' : 'warn'}>
      <span role="status">{said()}</span>
      <div>
        <Button size="compact-xs" variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
          {t('remove', { code })}
        </Button>
      </div>
    </Notice>
  );

  function said(): string {
    switch (outcome) {
      case 'ended':
      case 'used_up':
      case 'used_before':
        return t(outcome, { code });
      case 'applied':
      case 'too_small':
        return t(outcome, { code, percentage: share });
      default:
        return t('smaller', { code, percentage: share });
    }
  }
}
