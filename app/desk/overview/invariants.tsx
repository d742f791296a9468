'use client';
/** Whether money, stock, orders and invoices are as they must be: the last check, and a button for another. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter } from 'next-intl';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Fact, Facts } from '#app/_ui/facts.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import classes from '../desk.module.css';

/** Between two looks while a check is under way. */
const LOOK_AGAIN_MS = 1_000;

/** What of the counts is told. */
const told = [
  ['rules', 'Rules'],
  ['ledger_entries', 'Ledger entries'],
  ['orders', 'Orders'],
  ['proxies', 'Proxies'],
] as const;

export function Invariants() {
  const procedures = useProcedures();
  const format = useFormatter();
  const options = procedures.support.overview.invariants.queryOptions();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_AGAIN_MS : false),
  });
  const verify = useMutation(procedures.support.overview.verify.mutationOptions({ onSuccess: () => refetch() }));
  const running = verify.isPending || data?.running === true;
  return (
    <Panel
      id="invariants"
      title="Invariants"
      description="Every rule of money, stock, orders and invoices, in one snapshot of the live database."
      actions={
        <Button variant="default" size="xs" loading={running} onClick={() => verify.mutate()}>
          Check now
        </Button>
      }
    >
      {verify.isError && (
        <PanelBody>
          <Notice tone="bad" alert>
            The check could not be asked for. Try again in a few seconds.
          </Notice>
        </PanelBody>
      )}
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The last check" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.finished_at === null ? (
        <PanelBody>
          <p className={classes.quiet}>Not checked yet.</p>
        </PanelBody>
      ) : (
        <>
          <Facts>
            <Fact name="Last check">
              <Badge tone={data.ok ? 'good' : 'bad'}>{data.ok ? 'All is well' : 'Not well'}</Badge>
              <Moment at={data.finished_at} />
            </Fact>
            {told.map(([member, name]) => (
              <Fact key={member} name={name}>
                {format.number(data.checked?.[member] ?? 0)}
              </Fact>
            ))}
          </Facts>
          {data.violations.length > 0 && (
            <PanelBody>
              <ul className={classes.violations}>
                {data.violations.map(({ rule, detail }) => (
                  <li key={`${rule} ${detail}`}>
                    <strong>{rule.replaceAll('_', ' ')}</strong>
                    <span className={classes.quiet}>{detail}</span>
                  </li>
                ))}
              </ul>
            </PanelBody>
          )}
        </>
      )}
    </Panel>
  );
}
