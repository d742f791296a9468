'use client';
/** How a top-up stands and what to do next, in large. */
import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { useMoney } from '#app/_ui/money.tsx';
import type { Payment } from '#server/plugins/payments/schema.ts';
import classes from './payment-outcome.module.css';
import { useConfirmed } from './use-confirmed.ts';

/** Questions after which the page says that it may take longer. */
const LONG = 8;

/** @param left the payer came back without having paid. @param follow whether the payer himself waits for how it ends. */
export function PaymentOutcome({ asked, left, follow }: { asked: Payment; left: boolean; follow: boolean }) {
  const t = useTranslations('balance.payment');
  const { payment, questions } = useConfirmed(asked, follow && !left);
  const money = useMoney();
  const amount = money(payment.amount);
  const receipt = payment.receipt_number !== null && (
    <ButtonLink href={`/client/balance/payments/${payment.id}/receipt`} variant="default">
      <Receipt />
    </ButtonLink>
  );
  const again = <ButtonLink href="/client/balance">{t('again')}</ButtonLink>;

  switch (payment.standing) {
    case 'created':
      return left ? (
        <Outcome tone="plain" icon={<IconArrowBackUp />} title={t('left')} why={t('leftWhy')}>
          <Continue payment={payment} />
          {again}
        </Outcome>
      ) : (
        <Outcome
          tone="plain"
          icon={<Loader size={28} />}
          title={t('confirming')}
          why={t(questions < LONG ? 'confirmingWhy' : 'confirmingLong')}
        >
          {questions >= LONG && <Continue payment={payment} />}
        </Outcome>
      );
    case 'processing':
      return <Outcome tone="plain" icon={<IconClock />} title={t('processing')} why={t('processingWhy')} />;
    case 'paid':
      return (
        <Outcome tone="good" icon={<IconCheck />} title={t('paid', { amount })} why={<BalanceNow />}>
          <ButtonLink href="/client/buy">{t('buy')}</ButtonLink>
          {receipt}
        </Outcome>
      );
    case 'failed':
    case 'expired':
      return (
        <Outcome tone="bad" icon={<IconX />} title={t(payment.standing)} why={t(`${payment.standing}Why`)}>
          {again}
        </Outcome>
      );
    case 'held':
      return <Outcome tone="warn" icon={<IconAlertTriangle />} title={t('held')} why={t('heldWhy')} />;
    case 'closed':
      return <Outcome tone="plain" icon={<IconCheck />} title={t('closed')} why={t('closedWhy')} />;
    case 'partly_refunded':
      return (
        <Outcome
          tone="plain"
          icon={<IconArrowBackUp />}
          title={t('partly_refunded')}
          why={t('partlyRefundedWhy', { refunded: money(payment.refunded), amount })}
        >
          {receipt}
        </Outcome>
      );
    case 'refunded':
      return (
        <Outcome tone="plain" icon={<IconArrowBackUp />} title={t('refunded')} why={t('refundedWhy')}>
          {receipt}
        </Outcome>
      );
    case 'disputed':
    case 'charged_back':
      return (
        <Outcome
          tone="warn"
          icon={<IconAlertTriangle />}
          title={t(payment.standing)}
          why={t(payment.standing === 'disputed' ? 'disputedWhy' : 'chargedBackWhy', { amount: money(payment.charged_back) })}
        >
          {receipt}
        </Outcome>
      );
  }
}

interface OutcomeProps {
  tone: 'good' | 'warn' | 'bad' | 'plain';
  icon: ReactNode;
  title: string;
  why: ReactNode;
  children?: ReactNode;
}

function Outcome({ tone, icon, title, why, children }: OutcomeProps) {
  return (
    <section className={classes.outcome} aria-live="polite" data-tone={tone}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <h2>{title}</h2>
      <p>{why}</p>
      <div className={classes.actions}>{children}</div>
    </section>
  );
}

function Continue({ payment }: { payment: Payment }) {
  const t = useTranslations('balance');
  if (payment.checkout_url === null) return null;
  return (
    <Button component="a" href={payment.checkout_url} variant="default">
      {t('continue')}
    </Button>
  );
}

function Receipt() {
  return useTranslations('balance')('receipt');
}

function BalanceNow() {
  const t = useTranslations('balance.payment');
  const money = useMoney();
  const { data } = useQuery(useProcedures().billing.balance.queryOptions());
  return data ? t('paidWhy', { balance: money(data.balance) }) : null;
}
