'use client';
/** What went through a proxy: today, over 30 days, and day by day. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { formatBytes } from '#app/_ui/bytes.ts';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import type { Traffic as Amounts, TrafficOutput } from '#server/plugins/proxies/schema.ts';
import { Part } from './part.tsx';
import classes from './traffic.module.css';

/** Charts are more code than all the rest of the page: fetched when one is looked at. */
const TrafficChart = dynamic(() => import('./traffic-chart.tsx').then((chart) => chart.TrafficChart), {
  ssr: false,
  loading: () => <Skeleton height={150} />,
});

const countFormat = new Intl.NumberFormat('en-IE');
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export function Traffic({ proxyId }: { proxyId: string }) {
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.proxies.traffic.queryOptions({ proxy_id: proxyId }));
  return (
    <Part title="Traffic">
      {data ? (
        <Measured traffic={data} />
      ) : isPending ? (
        <Skeleton height={210} />
      ) : (
        <Problem what="The traffic" retrying={isFetching} onRetry={() => refetch()} />
      )}
    </Part>
  );
}

function Measured({ traffic: { today, last_30_days: month, days } }: { traffic: TrafficOutput }) {
  const used = days.filter((day) => day.connections > 0 || day.up_bytes + day.down_bytes > 0);
  return (
    <>
      <dl className={classes.sums}>
        <Sum label="Today" amounts={today} />
        <Sum label="30 days" amounts={month} />
      </dl>
      {used.length === 0 ? (
        <p>Nothing has gone through this proxy in the last 30 days.</p>
      ) : (
        <>
          <TrafficChart days={days.map(({ day, ...amounts }) => ({ day: dayFormat.format(new Date(day)), ...amounts }))} />
          <details className={classes.details}>
            <summary>Day by day</summary>
            <Table
              caption="Traffic day by day"
              columns={[
                { label: 'Day' },
                { label: 'Up', numeric: true },
                { label: 'Down', numeric: true },
                { label: 'Connections', numeric: true },
              ]}
            >
              {used.toReversed().map(({ day, up_bytes: up, down_bytes: down, connections }) => (
                <Row key={day}>
                  <Cell label="Day">{dayFormat.format(new Date(day))}</Cell>
                  <Cell label="Up" numeric>
                    {formatBytes(up)}
                  </Cell>
                  <Cell label="Down" numeric>
                    {formatBytes(down)}
                  </Cell>
                  <Cell label="Connections" numeric>
                    {countFormat.format(connections)}
                  </Cell>
                </Row>
              ))}
            </Table>
          </details>
        </>
      )}
    </>
  );
}

function Sum({ label, amounts }: { label: string; amounts: Amounts }) {
  const { up_bytes: up, down_bytes: down, connections } = amounts;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{formatBytes(up + down)}</strong>
        <span>
          {formatBytes(up)} up, {formatBytes(down)} down, {countFormat.format(connections)}{' '}
          {connections === 1 ? 'connection' : 'connections'}
        </span>
      </dd>
    </div>
  );
}
