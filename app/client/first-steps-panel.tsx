'use client';
/** The way to the first purchase by API, until it is walked. */
import { VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { AskSupport } from './ask-support.tsx';
import { firstSteps, type Standing, type Step } from './first-steps.ts';
import classes from './first-steps-panel.module.css';
import { FollowUps } from './follow-ups.tsx';

interface Account {
  account_id: number;
  email: string;
}

/** Where the next step is taken; support takes the others. */
const places: Readonly<Record<Step, string | null>> = {
  reseller_mode: null,
  top_up: '/client/balance',
  api_key: '/client/reseller',
  first_order: '/client/reseller',
};

export function FirstSteps({ account, standing }: { account: Account; standing: Standing }) {
  const t = useTranslations('overview');
  const steps = firstSteps(standing);
  const next = steps.find(({ done }) => !done)?.step;
  if (!next) return <FollowUps balance={standing.balance} />;
  const left = steps.filter(({ done }) => !done).length;
  return (
    <Panel id="first-steps" title={t('next')} description={t('stepsLeft', { count: left })}>
      <ol className={classes.steps}>
        {steps.map(({ step, done }) => {
          const place = places[step];
          const current = step === next;
          return (
            <li key={step} className={classes.step} data-done={done || undefined} aria-current={current ? 'step' : undefined}>
              {done ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
              <div className={classes.text}>
                <h3>
                  {t(`steps.${step}.title`)}
                  {done && <VisuallyHidden> {t('done')}</VisuallyHidden>}
                </h3>
                {current && (
                  <div className={classes.how}>
                    {place === null ? (
                      <AskSupport account={account}>{t(`steps.${step}.how`)}</AskSupport>
                    ) : (
                      t(`steps.${step}.how`)
                    )}
                  </div>
                )}
              </div>
              {current && place !== null && step !== 'reseller_mode' && (
                <ButtonLink href={place} size="xs">
                  {t(`steps.${step}.action`)}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
