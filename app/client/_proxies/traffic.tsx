'use client';
/** What went through a proxy: today, over 30 days, and day by day. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useBytes } from '#app/_ui/bytes.ts';
import { InFigures } from '#app/_ui/in-figures.tsx';
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

export function Traffic({ proxyId }: { proxyId: string }) {
  const t = useTranslations('proxies');
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.proxies.traffic.queryOptions({ proxy_id: proxyId }));
  return (
    <Part title={t('traffic')}>
      {data ? (
        <Measured traffic={data} />
      ) : isPending ? (
        <Skeleton height={210} />
      ) : (
        <Problem what={t('theTraffic')} retrying={isFetching} onRetry={() => refetch()} />
      )}
    </Part>
  );
}

function Measured({ traffic: { today, last_30_days: month, days } }: { traffic: TrafficOutput }) {
  const t = useTranslations('proxies');
  const format = useFormatter();
  const bytes = useBytes();
  /** `21 Nov`, of UTC. */
  const shortDay = (day: string) => format.dateTime(new Date(day), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const used = days.filter((day) => day.connections > 0 || day.up_bytes + day.down_bytes > 0);
  return (
    <>
      <dl className={classes.sums}>
        <Sum label={t('today')} amounts={today} />
        <Sum label={t('days30')} amounts={month} />
      </dl>
      {used.length === 0 ? (
        <p>{t('noTraffic')}</p>
      ) : (
        <>
          <TrafficChart days={days.map(({ day, ...amounts }) => ({ day: shortDay(day), ...amounts }))} />
          <InFigures summary={t('dayByDay')}>
            <Table
              caption={t('trafficByDay')}
              columns={[
                { label: t('day') },
                { label: t('up'), numeric: true },
                { label: t('down'), numeric: true },
                { label: t('connections'), numeric: true },
              ]}
            >
              {used.toReversed().map(({ day, up_bytes: up, down_bytes: down, connections }) => (
                <Row key={day}>
                  <Cell label={t('day')}>{shortDay(day)}</Cell>
                  <Cell label={t('up')} numeric>
                    {bytes(up)}
                  </Cell>
                  <Cell label={t('down')} numeric>
                    {bytes(down)}
                  </Cell>
                  <Cell label={t('connections')} numeric>
                    {format.number(connections)}
                  </Cell>
                </Row>
              ))}
            </Table>
          </InFigures>
        </>
      )}
    </>
  );
}

function Sum({ label, amounts }: { label: string; amounts: Amounts }) {
  const t = useTranslations('proxies');
  const bytes = useBytes();
  const { up_bytes: up, down_bytes: down, connections } = amounts;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{bytes(up + down)}</strong>
        <span>{t('sumUp', { up: bytes(up), down: bytes(down), connections })}</span>
      </dd>
    </div>
  );
}
