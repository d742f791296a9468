'use client';
/** What a renewal costs just now, and the button that pays it. */
import { Button, Modal, Skeleton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { requestKey } from '#app/_procedures/request-key.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import type { Chosen } from '#server/plugins/proxies/schema.ts';
import type { RenewalQuote } from '#server/plugins/renewals/schema.ts';
import classes from './renew-dialog.module.css';

interface Props {
  opened: boolean;
  /** How many were chosen, for the title. */
  count: number;
  proxies: Chosen;
  /** @param done whether something was renewed, or is being. */
  onClose: (done: boolean) => void;
}

export function RenewDialog({ opened, count, proxies, onClose }: Props) {
  const t = useTranslations('proxies');
  return (
    <Modal
      opened={opened}
      onClose={() => onClose(false)}
      title={t('renewTitle', { count })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Renewal proxies={proxies} onClose={onClose} />
    </Modal>
  );
}

function Renewal({ proxies, onClose }: Pick<Props, 'proxies' | 'onClose'>) {
  const t = useTranslations('proxies');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const money = useMoney();
  /** One for the dialog: however often it is sent, it is charged once. */
  const [key] = useState(requestKey);
  const { mutate: ask, data: quote, isError, isPending } = useMutation(procedures.renewals.quote.mutationOptions());
  useEffect(() => ask({ proxies }), [ask, proxies]);

  const renew = useMutation(
    procedures.renewals.renew.mutationOptions({
      onSuccess(answer) {
        const count = quote?.qty ?? 0;
        void queries.invalidateQueries();
        toast({
          text:
            answer.outcome === 'started'
              ? t('renewStarted', { count })
              : t('renewed', { count: answer.qty, total: money(answer.total_cents / 100) }),
        });
        onClose(true);
      },
      // What was agreed on is not the price any more: nothing was debited, and the new one is asked for.
      onError: (error) => error.data?.publicCode && ask({ proxies }),
    }),
  );

  if (isError) return <Problem what={t('quoteFailed')} retrying={isPending} onRetry={() => ask({ proxies })} />;
  if (!quote) return <Skeleton height={180} />;
  const missing = quote.total_cents - quote.balance_cents;
  const code = renew.error?.data?.publicCode;
  return (
    <div className={classes.dialog}>
      {quote.qty === 0 ? <Notice tone="warn">{t('nothingToRenew')}</Notice> : <Costs quote={quote} />}
      {quote.qty > 0 && quote.left_out > 0 && <p className={classes.quiet}>{t('leftOut', { count: quote.left_out })}</p>}
      {quote.in_background && <p className={classes.quiet}>{t('background')}</p>}
      {quote.qty > 0 && missing > 0 && (
        <Notice tone="warn">
          {t('insufficient', { balance: money(quote.balance_cents / 100), missing: money(missing / 100) })}
        </Notice>
      )}
      {renew.error && code !== 'insufficient_balance' && (
        <Notice tone={code ? 'warn' : 'bad'} alert>
          {t(code === 'renewal_changed' ? 'renewChanged' : code === 'too_many_tasks' ? 'tooManyTasks' : 'renewFailed')}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => onClose(false)}>
          {t('cancel')}
        </Button>
        {quote.qty > 0 && missing > 0 ? (
          <ButtonLink href="/client/balance">{t('topUp')}</ButtonLink>
        ) : (
          <Button
            data-autofocus
            disabled={quote.qty === 0 || isPending}
            loading={renew.isPending}
            onClick={() => renew.mutate({ proxies, key, total_cents: quote.total_cents, qty: quote.qty })}
          >
            {t('renewNow', { count: quote.qty, total: money(quote.total_cents / 100) })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The lines of the bill, by country, and what is left after it. */
function Costs({ quote }: { quote: RenewalQuote }) {
  const t = useTranslations('proxies');
  const names = useTranslations('countries');
  const money = useMoney();
  const format = useFormatter();
  const euros = (cents: number) => money(cents / 100);
  const day = (at: string) => format.dateTime(new Date(at), 'day');
  const { until } = quote;
  const ends = until && [...new Set([day(until.first), day(until.last)])].join(' – ');
  const left = quote.balance_cents - quote.total_cents;
  return (
    <>
      <p>{t('renewWhat')}</p>
      <dl className={classes.costs}>
        {quote.countries.map(({ country, qty, unit_cents: unit }) => (
          <div key={country}>
            <dt>
              {names(country)} <span className={classes.quiet}>{t('line', { qty, price: euros(unit) })}</span>
            </dt>
            <dd>{euros(qty * unit)}</dd>
          </div>
        ))}
        {quote.list_cents > quote.total_cents && (
          <div className={classes.quiet}>
            <dt>{t('discount')}</dt>
            <dd>{euros(quote.total_cents - quote.list_cents)}</dd>
          </div>
        )}
        <div className={classes.total}>
          <dt>{t('total')}</dt>
          <dd>{euros(quote.total_cents)}</dd>
        </div>
        {left >= 0 && (
          <div className={classes.quiet}>
            <dt>{t('balanceAfter')}</dt>
            <dd>{euros(left)}</dd>
          </div>
        )}
        <div className={classes.quiet}>
          <dt>{t('newEnd')}</dt>
          <dd>{ends}</dd>
        </div>
      </dl>
    </>
  );
}
