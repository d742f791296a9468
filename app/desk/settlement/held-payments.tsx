'use client';
/** Payments that came in otherwise than asked for: support closes them here, and then gives them back or credits them. */
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useFormatter } from 'next-intl';
import { useState } from 'react';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import classes from '../desk.module.css';

const ClosePaymentDialog = dynamic(() => import('./close-payment-dialog.tsx').then((file) => file.ClosePaymentDialog));

const WHAT_TO_DO =
  'Paid, but not as it was asked for, so that nothing was credited. Close the payment, so that nothing moves by itself any more; then give the money back at the provider, or credit it on the account’s page.';

const columns = [
  { label: 'Begun' },
  { label: 'Customer' },
  { label: 'Why' },
  { label: 'At the provider' },
  { label: 'Asked for', numeric: true },
  { label: 'Close' },
];

export function HeldPayments() {
  const procedures = useProcedures();
  const format = useFormatter();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.settlement.paymentsOnHold.queryOptions());
  const [closing, setClosing] = useState<string | null>(null);
  const shown = data?.payments.length ?? 0;
  const notAll = data && data.total > shown && `These are the ${format.number(shown)} oldest of ${format.number(data.total)}.`;
  return (
    <Panel id="payments" title="Payments on hold" description={notAll ? `${WHAT_TO_DO} ${notAll}` : WHAT_TO_DO}>
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The list" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.total === 0 ? (
        <Empty icon={<IconCircleCheck size={20} />} title="Nothing on hold">
          Every payment that came in was credited as asked for.
        </Empty>
      ) : (
        <Table caption="Payments on hold, the oldest first" columns={columns}>
          {data.payments.map((payment) => (
            <Row key={payment.payment_id}>
              <Cell label="Begun" inCard="lead">
                <Moment at={payment.created_at} />
              </Cell>
              <Cell label="Customer" inCard="below">
                {payment.email === '' ? (
                  `Account ${payment.account_id}, deleted`
                ) : (
                  <Link href={`/desk/accounts/${payment.account_id}`} prefetch={false} className={classes.name}>
                    {payment.email}
                  </Link>
                )}
              </Cell>
              <Cell label="Why" inCard="below">
                {payment.because}
              </Cell>
              <Cell label="At the provider" inCard="below">
                <span className={classes.stack}>
                  {payment.provider === 'stripe' ? 'Stripe' : 'Sandbox'}
                  {payment.provider_reference === null ? (
                    <span className={classes.quiet}>no reference</span>
                  ) : (
                    <code className={classes.name}>{payment.provider_reference}</code>
                  )}
                </span>
              </Cell>
              <Cell label="Asked for" numeric>
                <Money euros={payment.amount} />
              </Cell>
              <Cell label="Close" inCard="below">
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Close the payment of ${payment.email || `account ${payment.account_id}`}`}
                  onClick={() => setClosing(payment.payment_id)}
                >
                  Close
                </Button>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {closing && <ClosePaymentDialog paymentId={closing} onClose={() => setClosing(null)} />}
    </Panel>
  );
}
