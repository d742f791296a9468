'use client';
/** Tells somebody of support whose client area this is, and that nothing of it can be changed; and takes him back to the desk. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import classes from './view-banner.module.css';

interface Props {
  email: string;
  /** ISO 8601. */
  until: string;
  /** The account's page at the desk. */
  desk: string;
}

export function ViewBanner({ email, until, desk }: Props) {
  const t = useTranslations('view');
  const procedures = useProcedures();
  const end = useMutation(
    procedures.support.accounts.lookAway.mutationOptions({
      // Not by the router, which keeps what it has shown: nothing of the customer stays in the page.
      onSuccess: () => window.location.assign(desk),
    }),
  );
  useRefusals(t('refused'));
  return (
    <section className={classes.banner} aria-label={t('label')}>
      <Notice tone="warn">
        <div className={classes.line}>
          <p>
            {t.rich('whose', { email: () => <strong className={classes.email}>{email}</strong> })}{' '}
            {t.rich('readOnly', { moment: () => <Moment at={until} focusable /> })}
          </p>
          <Button size="xs" variant="default" loading={end.isPending || end.isSuccess} onClick={() => end.mutate()}>
            {t('back')}
          </Button>
        </div>
        {end.isError && <p role="alert">{t('notEnded')}</p>}
      </Notice>
    </section>
  );
}

/** Says why nothing happened, whichever button was pressed on whichever page. */
function useRefusals(text: string): void {
  const queries = useQueryClient();
  const toast = useToast();
  /** One that others are made of passes its error on to them. */
  const told = useRef<unknown>(null);
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        if (!isProcedureError(error) || error.data?.code !== 'FORBIDDEN' || error === told.current) return;
        told.current = error;
        toast({ text });
      }),
    [queries, toast, text],
  );
}
