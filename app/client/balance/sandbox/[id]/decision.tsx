'use client';
/** What whoever plays the payer may choose: to pay, to be declined, or to leave. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import classes from './decision.module.css';

export function Decision({ id, amount }: { id: string; amount: string }) {
  const t = useTranslations('balance.sandbox');
  const back = `/client/balance/payments/${id}`;
  const { mutate, isPending, isSuccess, isError, variables } = useMutation(
    useProcedures().payments.decideInSandbox.mutationOptions({
      // As from another company's page: everything is loaded anew.
      onSuccess: () => window.location.assign(back),
    }),
  );
  const busy = isPending || isSuccess;
  return (
    <div className={classes.choices}>
      {isError && (
        <Notice tone="bad" alert>
          {t('failed')}
        </Notice>
      )}
      <Button
        size="md"
        loading={busy && variables?.outcome === 'paid'}
        disabled={busy}
        onClick={() => mutate({ id, outcome: 'paid' })}
      >
        {t('pay', { amount })}
      </Button>
      <Button
        variant="default"
        loading={busy && variables?.outcome === 'declined'}
        disabled={busy}
        onClick={() => mutate({ id, outcome: 'declined' })}
      >
        {t('decline')}
      </Button>
      <ButtonLink href={`${back}?left=1`} variant="subtle">
        {t('leave')}
      </ButtonLink>
    </div>
  );
}
