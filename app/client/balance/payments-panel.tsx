'use client';
/** The top-ups that were begun: how each stands, and what can be done about it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { NewestPages } from '#app/_lists/newest-pages.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Money, useMoney } from '#app/_ui/money.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import type { Payment } from '#server/plugins/payments/schema.ts';
import classes from './payments-panel.module.css';
import { Standing } from './standing.tsx';

interface Props {
  page: number;
  /** Of a page of this list, the rest of the page's state kept. */
  address: (page: number) => string;
}

/** Nothing at all for whoever never topped up. */
export function PaymentsPanel({ page, address }: Props) {
  const t = useTranslations('balance');
  const { data, isPending, isFetching, refetch } = useQuery({
    ...useProcedures().payments.list.queryOptions({ page }),
    placeholderData: keepPreviousData,
  });
  if (data?.total === 0 && page === 1) return null;
  return (
    <Panel id="payments" title={t('payments')} actions={data && <NewestPages page={page} list={data} address={address} />}>
      {data && <Payments payments={data.payments} />}
      {isPending && <LoadingLines />}
      {!data && !isPending && <Problem what={t('thePayments')} retrying={isFetching} onRetry={() => refetch()} />}
    </Panel>
  );
}

function Payments({ payments }: { payments: readonly Payment[] }) {
  const t = useTranslations('balance');
  const money = useMoney();
  const columns = [
    { label: t('begun'), width: 22 },
    { label: t('state'), width: 39 },
    { label: t('amount'), numeric: true, width: 17 },
    { label: t('action'), numeric: true, width: 22 },
  ];
  return (
    <Table caption={t('paymentsTable')} columns={columns}>
      {payments.map((payment) => (
        <Row key={payment.id}>
          <Cell label={t('begun')} inCard="lead">
            <UtcDate at={payment.created_at} withTime />
          </Cell>
          <Cell label={t('state')}>
            <span className={classes.state}>
              <Standing of={payment.standing} />
              {payment.refunded > 0 && (
                <span className={classes.quiet}>{t('refundedOf', { amount: money(payment.refunded) })}</span>
              )}
              {payment.charged_back > 0 && (
                <span className={classes.quiet}>{t('takenBackOf', { amount: money(payment.charged_back) })}</span>
              )}
            </span>
          </Cell>
          <Cell label={t('amount')} numeric>
            <Money euros={payment.amount} />
          </Cell>
          <Cell label={t('action')} numeric>
            <Next payment={payment} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Next({ payment: { id, checkout_url: checkout, receipt_number: receipt } }: { payment: Payment }) {
  const t = useTranslations('balance');
  if (checkout !== null) return <a href={checkout}>{t('continue')}</a>;
  const path = `/client/balance/payments/${id}`;
  return (
    <Link href={receipt === null ? path : `${path}/receipt`} prefetch={false}>
      {receipt === null ? t('details') : t('receipt')}
    </Link>
  );
}
