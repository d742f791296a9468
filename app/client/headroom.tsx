'use client';
/** The 24-hour cap as a timeline: how many proxies may be ordered now, and when capacity returns. */
import { useFormatter, useTranslations } from 'next-intl';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { InFigures } from '#app/_ui/in-figures.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { useZone } from '#app/_ui/use-zone.ts';
import type { Headroom as Standing } from '#server/plugins/orders/schema.ts';
import classes from './headroom.module.css';

interface Props {
  query: { data: Standing | undefined; isPending: boolean; isFetching: boolean; refetch: () => unknown };
}

export function Headroom({ query: { data, isPending, isFetching, refetch } }: Props) {
  const t = useTranslations('overview.headroom');
  return (
    <Panel id="headroom" title={t('title')} description={data && t('lead', { left: data.remaining, limit: data.per_day })}>
      {data ? (
        <PanelBody>
          <Timeline standing={data} />
        </PanelBody>
      ) : isPending ? (
        <LoadingLines />
      ) : (
        <Problem what={t('what')} retrying={isFetching} onRetry={() => refetch()} />
      )}
    </Panel>
  );
}

function Timeline({ standing: { per_day: cap, next_at: next, whole_at: whole, hours } }: { standing: Standing }) {
  const t = useTranslations('overview.headroom');
  const format = useFormatter();
  const timeZone = useZone();
  const time = (at: string) => format.dateTime(new Date(at), { timeStyle: 'short', timeZone });
  const moment = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short', timeZone });
  if (!next || !whole) return <p className={classes.quiet}>{t('whole')}</p>;
  const returning = hours.filter((hour) => hour.returned > 0);
  return (
    <>
      <p className={classes.quiet}>
        {moment(next) === moment(whole)
          ? t('returnsAtOnce', { whole: moment(whole) })
          : t('returns', { next: moment(next), whole: moment(whole) })}
      </p>
      <div className={classes.timeline} role="img" aria-label={t('chart')}>
        {hours.map((hour, nth) => (
          <div key={hour.at} className={classes.hour} title={t('at', { time: time(hour.at), remaining: hour.remaining })}>
            <div className={classes.room}>
              <div
                className={classes.bar}
                data-returning={hour.returned > 0 || undefined}
                style={{ height: `${cap > 0 ? Math.min(100, (hour.remaining / cap) * 100) : 0}%` }}
              />
            </div>
            <span className={classes.tick}>{nth === 0 ? t('now') : nth % 6 === 0 ? time(hour.at) : ''}</span>
          </div>
        ))}
      </div>
      {returning.length > 0 && (
        <InFigures summary={t('byHour')}>
          <Table
            caption={t('byHour')}
            columns={[{ label: t('hour') }, { label: t('returned'), numeric: true }, { label: t('remaining'), numeric: true }]}
          >
            {returning.map((hour) => (
              <Row key={hour.at}>
                <Cell label={t('hour')}>{moment(hour.at)}</Cell>
                <Cell label={t('returned')} numeric>
                  {format.number(hour.returned)}
                </Cell>
                <Cell label={t('remaining')} numeric>
                  {format.number(hour.remaining)}
                </Cell>
              </Row>
            ))}
          </Table>
        </InFigures>
      )}
    </>
  );
}
