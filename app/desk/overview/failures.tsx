'use client';
/** Failed orders: those that wait to be settled, and day by day how many failed and what became of them. */
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useFormatter } from 'next-intl';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { DayChart } from '#app/_ui/day-chart.tsx';
import { Fact, Facts } from '#app/_ui/facts.tsx';
import { InFigures } from '#app/_ui/in-figures.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import type { AppRouter } from '#server/site.ts';
import classes from '../desk.module.css';
import { Legend } from './legend.tsx';

export function Failures() {
  const procedures = useProcedures();
  const format = useFormatter();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.overview.failures.queryOptions());
  return (
    <Panel
      id="failures"
      title="Failed orders"
      actions={
        data &&
        (data.count > 0 || data.payments_on_hold > 0) && (
          <ButtonLink href="/desk/settlement" size="xs">
            Settle them
          </ButtonLink>
        )
      }
    >
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The failed orders" retrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <>
          <Facts>
            <Fact name="Waiting">
              <Badge tone={data.count > 0 ? 'bad' : 'good'}>{data.count > 0 ? format.number(data.count) : 'None'}</Badge>
            </Fact>
            <Fact name="Euros held">
              <Money euros={data.held} />
            </Fact>
            <Fact name="Oldest failure">{data.oldest_at ? <Moment at={data.oldest_at} /> : 'None'}</Fact>
            <Fact name="Payments on hold">
              {data.payments_on_hold > 0 ? <Badge tone="warn">{format.number(data.payments_on_hold)}</Badge> : 'None'}
            </Fact>
          </Facts>
          <PanelBody>
            <Days days={data.days} />
          </PanelBody>
        </>
      )}
    </Panel>
  );
}

type Day = inferRouterOutputs<AppRouter>['support']['overview']['failures']['days'][number];

const told = [
  ['failed', 'Failed'],
  ['delivered', 'Delivered after all'],
  ['refunded', 'Refunded'],
] as const;

function Days({ days }: { days: readonly Day[] }) {
  const format = useFormatter();
  const used = days.filter(({ failed, delivered, refunded }) => failed + delivered + refunded > 0);
  const sum = (member: 'failed' | 'delivered' | 'refunded') => format.number(days.reduce((total, day) => total + day[member], 0));
  if (used.length === 0) return <p className={classes.quiet}>No order failed in {days.length} days.</p>;
  const sums = `${sum('failed')} failed, ${sum('delivered')} delivered after all, ${sum('refunded')} refunded`;
  return (
    <>
      <div role="img" aria-label={`Failures of the last ${days.length} days: ${sums}.`}>
        <DayChart
          whole
          days={days.map(({ day, failed, delivered, refunded }) => ({
            name: format.dateTime(new Date(day), { day: 'numeric', month: 'short' }),
            title: `${format.dateTime(new Date(day), 'day')}: ${failed} failed, ${delivered} delivered after all, ${refunded} refunded`,
            bars: [
              { from: 0, to: failed, look: 'bad' },
              { from: 0, to: -delivered, look: 'good' },
              { from: -delivered, to: -delivered - refunded, look: 'plain' },
            ],
          }))}
          figure={(value) => format.number(Math.abs(value))}
        />
      </div>
      <Legend
        of={[
          { look: 'bad', name: 'failed, above the line' },
          { look: 'good', name: 'delivered after all' },
          { look: 'plain', name: 'refunded' },
        ]}
      />
      <InFigures summary="Day by day">
        <Table caption="Failures day by day" columns={[{ label: 'Day' }, ...told.map(([, label]) => ({ label, numeric: true }))]}>
          {used.toReversed().map((day) => (
            <Row key={day.day}>
              <Cell label="Day">{format.dateTime(new Date(day.day), 'day')}</Cell>
              {told.map(([member, label]) => (
                <Cell key={member} label={label} numeric>
                  {format.number(day[member])}
                </Cell>
              ))}
            </Row>
          ))}
        </Table>
      </InFigures>
    </>
  );
}
