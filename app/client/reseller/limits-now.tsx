'use client';
/** The limits as they stand now: requests with the key, and proxies over 24 hours. */
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { useZone } from '#app/_ui/use-zone.ts';
import { limits } from '#server/kernel/limits.ts';
import { Meter } from '../meter.tsx';
import classes from './limits-now.module.css';

/** How full the key's bucket is: `resetSeconds` until one more fits, 0 where nothing counts. */
export interface KeyBucket {
  readonly limit: number;
  readonly used: number;
  readonly resetSeconds: number;
}

async function lookAtBucket(): Promise<KeyBucket> {
  const answer = await fetch('/client/reseller/limits');
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

/** @param bucket as it was when the page was made. */
export function LimitsNow({ bucket }: { bucket: KeyBucket }) {
  const t = useTranslations('reseller.limits');
  return (
    <Panel id="limits" title={t('title')} description={t('address', { limit: limits.requestsPerMinutePerAddress })}>
      <div className={classes.limits}>
        <Requests bucket={bucket} />
        <Proxies />
      </div>
    </Panel>
  );
}

function Requests({ bucket }: { bucket: KeyBucket }) {
  const t = useTranslations('reseller.limits');
  const { data } = useQuery({
    queryKey: ['reseller', 'bucket'],
    queryFn: lookAtBucket,
    initialData: bucket,
    refetchInterval: 5_000,
  });
  const left = Math.max(0, data.limit - data.used);
  const words = t('minuteLeft', { left, limit: data.limit });
  return (
    <section className={classes.limit} aria-label={t('minute')}>
      <h3>{t('minute')}</h3>
      <Meter left={left} of={data.limit} />
      <p className={classes.left}>{words}</p>
      <p className={classes.hint}>{data.used === 0 ? t('minuteFree') : t('minuteReset', { seconds: data.resetSeconds })}</p>
    </section>
  );
}

function Proxies() {
  const t = useTranslations('reseller.limits');
  const format = useFormatter();
  const timeZone = useZone();
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.orders.headroom.queryOptions());
  if (isPending) return null;
  if (!data) return <Problem what={t('what')} retrying={isFetching} onRetry={() => refetch()} />;
  const words = t('dayLeft', { left: data.remaining, limit: data.per_day });
  const when = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <section className={classes.limit} aria-label={t('day')}>
      <h3>{t('day')}</h3>
      <Meter left={data.remaining} of={data.per_day} />
      <p className={classes.left}>{words}</p>
      <p className={classes.hint}>
        {data.next_at && data.whole_at ? <Returning next={when(data.next_at)} whole={when(data.whole_at)} /> : t('dayFree')}{' '}
        {t('more')}
      </p>
    </section>
  );
}

/** When the first and the last of them return, as it is written: often both are of one order. */
function Returning({ next, whole }: { next: string; whole: string }) {
  const t = useTranslations('reseller.limits');
  return next === whole ? t('dayWhole', { whole }) : t('dayNext', { next, whole });
}
