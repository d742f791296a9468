'use client';
/** The suppliers over the network and their health, now and over the last days. */
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useFormatter } from 'next-intl';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { OVERVIEW } from '#server/plugins/support/rules.ts';
import type { AppRouter } from '#server/site.ts';
import classes from '../desk.module.css';
import { Hours } from './hours.tsx';
import { Legend } from './legend.tsx';

type Health = inferRouterOutputs<AppRouter>['support']['overview']['suppliers'][number]['health'];
const tones: Readonly<Record<Health, Tone>> = { up: 'good', down: 'bad', paused: 'plain', unseen: 'warn' };
const words: Readonly<Record<Health, string>> = { up: 'Up', down: 'Down', paused: 'Paused', unseen: 'Not seen yet' };

export function Suppliers() {
  const procedures = useProcedures();
  const format = useFormatter();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.overview.suppliers.queryOptions());
  const columns = [
    { label: 'Supplier' },
    { label: 'Health' },
    { label: 'Seen' },
    { label: `Last ${OVERVIEW.hours} hours`, width: 34 },
    { label: 'Stock', numeric: true },
    { label: 'Balance', numeric: true },
  ];
  return (
    <Panel id="suppliers" title="Suppliers">
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The suppliers" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.length === 0 ? (
        <PanelBody>
          <p className={classes.quiet}>
            None: everything sold comes from the site’s own addresses. The operator’s command adds one.
          </p>
        </PanelBody>
      ) : (
        <>
          <Table caption="Suppliers" columns={columns}>
            {data.map((supplier) => (
              <Row key={supplier.id}>
                <Cell label="Supplier" inCard="lead">
                  <span className={classes.stack}>
                    {supplier.name}
                    {supplier.problem && <span className={classes.quiet}>{supplier.problem}</span>}
                  </span>
                </Cell>
                <Cell label="Health">
                  <Badge tone={tones[supplier.health]}>{words[supplier.health]}</Badge>
                </Cell>
                <Cell label="Seen">{supplier.seen_at ? <Moment at={supplier.seen_at} /> : 'Never'}</Cell>
                <Cell label={`Last ${OVERVIEW.hours} hours`} inCard="below">
                  <Hours supplier={supplier.name} hours={supplier.hours} />
                </Cell>
                <Cell label="Stock" numeric>
                  {format.number(supplier.available)}
                </Cell>
                <Cell label="Balance" numeric>
                  {supplier.balance === null ? '–' : <Money euros={supplier.balance} />}
                </Cell>
              </Row>
            ))}
          </Table>
          <PanelBody>
            <Legend
              of={[
                { look: 'good', name: 'looks and purchases that worked' },
                { look: 'bad', name: 'that failed' },
                { look: 'nothing', name: 'not called' },
              ]}
            />
          </PanelBody>
        </>
      )}
    </Panel>
  );
}
