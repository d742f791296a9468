'use client';
/** Payments that came in otherwise than asked for: support gives them back or credits them, and then closes them here. */
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { LoadingLines } from '../../client/_lists/loading-lines.tsx';
import { ChangeDialog } from '../change-dialog.tsx';
import classes from '../desk.module.css';

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
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.payments.onHold.queryOptions());
  const [closing, setClosing] = useState<string | null>(null);
  return (
    <Panel
      id="payments"
      title="Payments on hold"
      description="Paid, but not as it was asked for, so that nothing was credited. Give the money back at the provider, or credit it on the account’s page; then close the payment."
    >
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The list" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.length === 0 ? (
        <Empty icon={<IconCircleCheck size={20} />} title="Nothing on hold">
          Every payment that came in was credited as asked for.
        </Empty>
      ) : (
        <Table caption="Payments on hold, the oldest first" columns={columns}>
          {data.map((payment) => (
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
                  {payment.provider}
                  <code className={classes.name}>{payment.provider_reference ?? 'no reference'}</code>
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
      {closing && <CloseDialog paymentId={closing} onClose={() => setClosing(null)} />}
    </Panel>
  );
}

function CloseDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const close = useMutation(
    procedures.support.payments.close.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(procedures.support.payments.pathFilter());
        toast({ text: 'The payment is closed.' });
        onClose();
      },
    }),
  );
  return (
    <ChangeDialog
      title="Close a payment"
      submit="Close the payment"
      change={close}
      reasonFor="For the audit: what was done with the money, and where that can be seen."
      onConfirm={(reason) => close.mutate({ payment_id: paymentId, reason })}
      onClose={onClose}
    >
      <p>
        No money moves by this. From now on nothing that the provider says of this payment moves any, and the customer reads that
        support has settled it.
      </p>
    </ChangeDialog>
  );
}
