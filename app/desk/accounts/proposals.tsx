'use client';
/** Movements of balances that wait for a second person. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money, useMoney } from '#app/_ui/money.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import type { AppRouter } from '#server/site.ts';
import classes from '../desk.module.css';

const ChangeDialog = dynamic(() => import('../change-dialog.tsx').then((file) => file.ChangeDialog));

type Proposal = inferRouterOutputs<AppRouter>['support']['accounts']['proposals'][number];
type Decision = 'approve' | 'decline' | 'withdraw';

const verbs: Readonly<Record<Decision, string>> = { approve: 'Approve', decline: 'Decline', withdraw: 'Withdraw' };
const done: Readonly<Record<Decision, string>> = {
  approve: 'Approved: the balance has moved.',
  decline: 'Declined: nothing was moved.',
  withdraw: 'Withdrawn: nothing was moved.',
};

/** @param accountId shows those of one account alone. Nothing where none waits. */
export function Proposals({ accountId }: { accountId?: number }) {
  const procedures = useProcedures();
  const { data, isError, isFetching, refetch } = useQuery(procedures.support.accounts.proposals.queryOptions());
  const [deciding, setDeciding] = useState<{ proposal: Proposal; decision: Decision } | null>(null);
  if (isError) return <Problem what="The movements that wait" retrying={isFetching} onRetry={() => refetch()} />;
  const open = data?.filter((proposal) => accountId === undefined || proposal.account_id === accountId) ?? [];
  if (open.length === 0) return null;
  const columns = [
    { label: 'Account' },
    { label: 'Proposed' },
    { label: 'Reason' },
    { label: 'Amount', numeric: true },
    { label: 'Decide' },
  ];
  return (
    <Panel
      id="proposals"
      title="Waiting for a second person"
      description="Somebody else than who proposed a movement approves or declines it."
    >
      <Table caption="Movements that wait for a second person" columns={columns}>
        {open.map((proposal) => (
          <Row key={proposal.adjustment_id}>
            <Cell label="Account" inCard="lead">
              <Link href={`/desk/accounts/${proposal.account_id}`} prefetch={false} className={classes.name}>
                {proposal.email}
              </Link>
            </Cell>
            <Cell label="Proposed" inCard="below">
              <span className={classes.stack}>
                <Moment at={proposal.proposed_at} />
                <span className={classes.quiet}>{proposal.mine ? 'by you' : `by ${proposal.proposed_by}`}</span>
              </span>
            </Cell>
            <Cell label="Reason" inCard="below">
              <span className={classes.stack}>
                <span className={classes.name}>{proposal.reason}</span>
                {proposal.note && <span className={classes.quiet}>The customer will read: {proposal.note}</span>}
              </span>
            </Cell>
            <Cell label="Amount" numeric>
              <Money euros={proposal.amount} signed />
            </Cell>
            <Cell label="Decide" inCard="below">
              {proposal.own ? (
                <span className={classes.quiet}>Your own account: somebody else decides.</span>
              ) : (
                <span className={classes.badges}>
                  {(proposal.mine ? (['withdraw'] as const) : (['approve', 'decline'] as const)).map((decision) => (
                    <Button
                      key={decision}
                      size="xs"
                      variant={decision === 'approve' ? 'filled' : 'default'}
                      onClick={() => setDeciding({ proposal, decision })}
                    >
                      {verbs[decision]}
                    </Button>
                  ))}
                </span>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
      {deciding && <Deciding {...deciding} onClose={() => setDeciding(null)} />}
    </Panel>
  );
}

function Deciding({ proposal, decision, onClose }: { proposal: Proposal; decision: Decision; onClose: () => void }) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const money = useMoney();
  const decide = useMutation(
    procedures.support.accounts.decide.mutationOptions({
      onSuccess: ({ outcome }) => {
        toast({ text: outcome === 'decided' ? done[decision] : 'Somebody else was quicker: nothing changed.' });
        onClose();
        return queries.invalidateQueries({ queryKey: procedures.support.accounts.pathKey() });
      },
    }),
  );
  const { adjustment_id, amount, email } = proposal;
  return (
    <ChangeDialog
      title={`${verbs[decision]} this movement`}
      submit={decision === 'approve' ? `${amount > 0 ? 'Credit' : 'Debit'} ${money(Math.abs(amount))}` : verbs[decision]}
      change={decide}
      onConfirm={(reason) => decide.mutate({ adjustment_id, decision, reason })}
      onClose={onClose}
    >
      <p>
        {email}: {proposal.reason}
      </p>
    </ChangeDialog>
  );
}
