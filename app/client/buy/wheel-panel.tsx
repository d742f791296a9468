'use client';
/** The daily wheel: one spin a day, what it gave, what is still there to use, and how likely each prize is. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { PRIZE_DAYS } from '#server/plugins/promotions/rules.ts';
import type { Wheel } from '#server/plugins/promotions/schema.ts';
import { useSpin } from './use-spin.ts';
import classes from './wheel.module.css';
import { WheelFace } from './wheel-face.tsx';

export function WheelPanel() {
  const procedures = useProcedures();
  const t = useTranslations('buy.wheel');
  const wheel = useQuery(procedures.promotions.wheel.queryOptions());
  // Closed: there is nothing to say.
  if (wheel.data?.segments.length === 0) return null;
  return (
    <Panel id="wheel" title={t('title')} description={t('intro', { days: PRIZE_DAYS })}>
      {wheel.data && <Open wheel={wheel.data} />}
      {wheel.isPending && (
        <PanelBody>
          <Skeleton height={184} />
        </PanelBody>
      )}
      {wheel.isError && !wheel.data && (
        <Problem what={t('loadFailed')} retrying={wheel.isFetching} onRetry={() => wheel.refetch()} />
      )}
    </Panel>
  );
}

function Open({ wheel }: { wheel: Wheel }) {
  const t = useTranslations('buy.wheel');
  const format = useFormatter();
  const spin = useSpin(wheel);
  const percent = (percentage: number) => format.number(percentage / 100, 'percent');
  const moment = (at: string) => format.dateTime(new Date(at), 'minute');
  const { prize } = spin;
  return (
    <div className={classes.body}>
      <WheelFace segments={wheel.segments} angle={spin.angle} won={spin.won} face={spin.face} />
      <div className={classes.side}>
        <div className={classes.result} role="status">
          {spin.turning && <span className={classes.quiet}>{t('spinning')}</span>}
          {prize && (
            <>
              <strong className={classes.headline}>
                {spin.justNow
                  ? t('won', { percentage: percent(prize.percentage) })
                  : t('today', { percentage: percent(prize.percentage) })}
              </strong>
              {spin.justNow && <span>{t('wonUntil', { moment: moment(prize.expires_at) })}</span>}
              <span className={classes.quiet}>
                {t.rich('nextSpin', { when: () => <Moment at={wheel.next_day_at} focusable /> })}
              </span>
            </>
          )}
        </div>
        {spin.failure && (
          <Notice tone="warn" alert>
            {t(spin.failure)}
          </Notice>
        )}
        {!prize && (
          <Button loading={spin.turning} onClick={spin.start}>
            {t('spin')}
          </Button>
        )}
        <div className={classes.more}>
          {wheel.prizes.length > 0 && !spin.turning && (
            <div>
              <h3>{t('prizes')}</h3>
              <ul>
                {wheel.prizes.map((held) => (
                  <li key={`${held.percentage} ${held.expires_at}`}>
                    {t('prize', { percentage: percent(held.percentage), moment: moment(held.expires_at) })}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <details>
            <summary>{t('chances')}</summary>
            <ul>
              {wheel.segments.map(({ percentage, chance }) => (
                <li key={percentage}>
                  {t('chance', { percentage: percent(percentage), chance: format.number(chance, 'percent') })}
                </li>
              ))}
            </ul>
          </details>
        </div>
      </div>
    </div>
  );
}
