'use client';
/** The way to the first purchase by API, until it is walked. */
import { VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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

interface Words {
  title: string;
  how: (account: Account) => ReactNode;
  action?: ReactNode;
}

const words: Record<Step, Words> = {
  reseller_mode: {
    title: 'Have reseller mode switched on',
    how: (account) => <AskSupport account={account}>Support switches it on.</AskSupport>,
  },
  top_up: {
    title: 'Top up the balance',
    how: (account) => <AskSupport account={account}>Support books your payment.</AskSupport>,
  },
  api_key: {
    title: 'Generate your API key',
    how: () => 'It is shown once. Keep it where your program can read it, and nobody else.',
    action: (
      <ButtonLink href="/client/reseller" size="xs">
        Generate the key
      </ButtonLink>
    ),
  },
  first_order: {
    title: 'Buy the first proxy',
    how: () => 'One call of your program. Start with a single one: every purchase is real.',
    action: (
      <ButtonLink href="/client/reseller" size="xs">
        Show me the call
      </ButtonLink>
    ),
  },
};

export function FirstSteps({ account, standing }: { account: Account; standing: Standing }) {
  const steps = firstSteps(standing);
  const next = steps.find(({ done }) => !done)?.step;
  if (!next) return <FollowUps account={account} balance={standing.balance} />;
  const left = steps.filter(({ done }) => !done).length;
  return (
    <Panel id="first-steps" title="What to do next" description={left === 1 ? 'One step is left.' : `${left} steps are left.`}>
      <ol className={classes.steps}>
        {steps.map(({ step, done }) => {
          const { title, how, action } = words[step];
          const current = step === next;
          return (
            <li key={step} className={classes.step} data-done={done || undefined} aria-current={current ? 'step' : undefined}>
              {done ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
              <div className={classes.text}>
                <h3>
                  {title}
                  {done && <VisuallyHidden> (done)</VisuallyHidden>}
                </h3>
                {current && <div className={classes.how}>{how(account)}</div>}
              </div>
              {current && action}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
