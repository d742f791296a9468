'use client';
/** The list of claims, each with all by which its supplier can find it. */
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { EmptyPage } from '#app/_lists/nothing-found.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money, useMoney } from '#app/_ui/money.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { QUEUE_PAGE_SIZE } from '#server/plugins/support/rules.ts';
import classes from '../../desk.module.css';
import { claimsAddress } from './claims-address.ts';
import { sumText } from './sum-text.ts';
import type { Claim } from './view.ts';

const CloseDialog = dynamic(() => import('./close-dialog.tsx').then((file) => file.CloseDialog));

export function Claims({ page }: { page: number }) {
  const procedures = useProcedures();
  const money = useMoney();
  const format = useFormatter();
  /** Kept here, so that the dialog can say that somebody else was quicker when no line is left. */
  const [closing, setClosing] = useState<Claim | null>(null);
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.support.settlement.claims.queryOptions({ page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      id="claims"
      title="Paid and not passed on"
      description={
        data &&
        data.total > 0 &&
        `${format.number(data.total)} ${data.total === 1 ? 'purchase' : 'purchases'}, ${sumText(data, money)}`
      }
      actions={
        data &&
        data.total > QUEUE_PAGE_SIZE && (
          <Pages
            page={page}
            pageSize={QUEUE_PAGE_SIZE}
            total={data.total}
            address={claimsAddress}
            previous="Newer claims"
            next="Older claims"
          />
        )
      }
    >
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The claims" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.total === 0 ? (
        <Empty icon={<IconCircleCheck size={20} />} title="Nothing to claim">
          All that suppliers debited was passed on. Orders that still wait in the queue come here once they are settled.
        </Empty>
      ) : data.claims.length === 0 ? (
        <EmptyPage first={claimsAddress()} />
      ) : (
        <Lines claims={data.claims} onClose={setClosing} />
      )}
      {closing && <CloseDialog claim={closing} onClose={() => setClosing(null)} />}
    </Panel>
  );
}

function Lines({ claims, onClose }: { claims: readonly Claim[]; onClose: (claim: Claim) => void }) {
  const country = useTranslations('countries');
  const columns = [
    { label: 'Supplier' },
    { label: 'Our order' },
    { label: 'What' },
    { label: 'Problem' },
    { label: 'Cost', numeric: true },
    { label: 'Change' },
  ];
  return (
    <Table caption="Purchases paid and not passed on, the newest first" columns={columns}>
      {claims.map((claim) => (
        <Row key={claim.id}>
          <Cell label="Supplier" inCard="lead">
            <span className={classes.stack}>
              {claim.supplier}
              <span className={classes.quiet}>
                {claim.remote_order_id === null ? 'its order number was not told' : `its order ${claim.remote_order_id}`}
              </span>
            </span>
          </Cell>
          <Cell label="Our order" inCard="below">
            <span className={classes.stack}>
              <Link href={`/desk/settlement/${claim.order_id}`} prefetch={false}>
                Order {claim.order_id}
              </Link>
              <code className={classes.mono}>{claim.key}</code>
            </span>
          </Cell>
          <Cell label="What">
            {claim.lost === claim.qty ? claim.qty : `${claim.lost} of ${claim.qty}`} × {country(claim.country)}
          </Cell>
          <Cell label="Problem" inCard="below">
            <span className={classes.stack}>
              {claim.problem}
              <span className={classes.quiet}>
                <Moment at={claim.answered_at} />
              </span>
            </span>
          </Cell>
          <Cell label="Cost" numeric>
            {claim.cost === null ? (
              'unknown'
            ) : (
              <>
                {!claim.cost_told && <span className={classes.quiet}>about </span>}
                <Money euros={claim.cost} />
              </>
            )}
          </Cell>
          <Cell label="Change">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Close the claim of ${claim.key}`}
              onClick={() => onClose(claim)}
            >
              Close
            </Button>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
