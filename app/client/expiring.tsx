'use client';
/** What ends within the next days, day by day. */
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import classes from './expiring.module.css';

const LIST = '/client/proxies?status=expiring&sort=expires_first';

export function Expiring() {
  const t = useTranslations('overview.expiring');
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.proxies.expiring.queryOptions());
  const count = data?.reduce((sum, day) => sum + day.proxies, 0) ?? 0;
  return (
    <Panel
      id="expiring"
      title={t('title')}
      description={count > 0 && t('count', { count })}
      actions={
        count > 0 && (
          <ButtonLink href={LIST} variant="default" size="xs">
            {t('show')}
          </ButtonLink>
        )
      }
    >
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what={t('what')} retrying={isFetching} onRetry={() => refetch()} />
      ) : count === 0 ? (
        <Empty icon={<IconHourglass size={20} />} title={t('none')}>
          {t('noneWhy')}
        </Empty>
      ) : (
        <Days days={data} />
      )}
    </Panel>
  );
}

function Days({ days }: { days: { day: string; proxies: number }[] }) {
  const t = useTranslations('overview.expiring');
  const format = useFormatter();
  const most = Math.max(...days.map((day) => day.proxies));
  return (
    <ul className={classes.days}>
      {days.map(({ day, proxies }) => (
        <li key={day}>
          <Link href={LIST} className={classes.day}>
            <span>{format.dateTime(new Date(day), { weekday: 'short', day: 'numeric', month: 'short' })}</span>
            <span className={classes.track} aria-hidden>
              <span className={classes.bar} style={{ width: `${(proxies / most) * 100}%` }} />
            </span>
            <span className={classes.count}>{t('day', { count: proxies })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
