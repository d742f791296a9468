'use client';
/** What support may change of the account, each in a dialog that is loaded when it is opened. */
import { Button } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useFormatter } from 'next-intl';
import { useState } from 'react';
import { Badge } from '#app/_ui/badge.tsx';
import { Fact, Facts } from '#app/_ui/facts.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import classes from '../../desk.module.css';
import type { AccountView } from './view.ts';

const AdjustDialog = dynamic(() => import('./adjust-dialog.tsx').then((file) => file.AdjustDialog));
const CapDialog = dynamic(() => import('./cap-dialog.tsx').then((file) => file.CapDialog));
const TierDialog = dynamic(() => import('./tier-dialog.tsx').then((file) => file.TierDialog));
const ReviewDialog = dynamic(() => import('./review-dialog.tsx').then((file) => file.ReviewDialog));
const SwitchDialog = dynamic(() => import('./switch-dialog.tsx').then((file) => file.SwitchDialog));

type Opened = 'adjust' | 'cap' | 'tier' | 'review' | 'reseller' | 'lock' | 'sign-out';

export function Changes({ view }: { view: AccountView }) {
  const format = useFormatter();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { account, balance, cap, tier, tiers, review } = view;
  const close = () => setOpened(null);
  const button = (which: Opened, label: string, name = label) => (
    <Button
      variant="default"
      size="xs"
      aria-label={name}
      disabled={view.own}
      title={view.own ? 'Somebody else of support changes your own account.' : undefined}
      onClick={() => setOpened(which)}
    >
      {label}
    </Button>
  );
  const percent = tiers.find(({ name }) => name === tier)?.percent;
  return (
    <Panel id="changes" title="What support changes">
      <Facts>
        <Fact name="Balance" action={button('adjust', 'Credit or debit')}>
          <Money euros={balance} />
        </Fact>
        <Fact name="24-hour cap" action={button('cap', 'Change', 'Change the cap')}>
          {format.number(cap.per_day)} proxies
          <span className={classes.quiet}>
            {cap.own ? 'set by support' : 'as published'}, {format.number(cap.ordered)} ordered
          </span>
        </Fact>
        <Fact
          name="Reseller mode"
          action={button('reseller', account.reseller_mode ? 'Turn off' : 'Turn on', 'Turn reseller mode on or off')}
        >
          <Badge tone={account.reseller_mode ? 'good' : 'plain'}>{account.reseller_mode ? 'On' : 'Off'}</Badge>
        </Fact>
        <Fact name="Reseller tier" action={button('tier', 'Change', 'Change the tier')}>
          {tier ?? 'None'}
          {percent !== undefined && <span className={classes.quiet}>{format.number(percent / 100, 'percent')} off</span>}
        </Fact>
        <Fact name="Review discount" action={button('review', 'Change', 'Change the review discount')}>
          {review ? format.number(review.percent / 100, 'percent') : 'None'}
          {review && (
            <span className={classes.quiet}>
              {review.over ? 'ended' : 'until'} {format.dateTime(new Date(review.until), 'minute')} UTC
            </span>
          )}
        </Fact>
        <Fact name="Sign-ins" action={button('sign-out', 'Sign out everywhere')}>
          {format.number(account.sign_ins)}
        </Fact>
        <Fact name="State" action={button('lock', account.locked_at ? 'Open again' : 'Lock')}>
          {account.locked_at ? (
            <>
              <Badge tone="bad">Locked</Badge>
              <span className={classes.quiet}>since {format.dateTime(new Date(account.locked_at), 'minute')} UTC</span>
            </>
          ) : (
            <Badge tone="good">Open</Badge>
          )}
        </Fact>
      </Facts>
      {opened === 'adjust' && <AdjustDialog view={view} onClose={close} />}
      {opened === 'cap' && <CapDialog view={view} onClose={close} />}
      {opened === 'tier' && <TierDialog view={view} onClose={close} />}
      {opened === 'review' && <ReviewDialog view={view} onClose={close} />}
      {(opened === 'reseller' || opened === 'lock' || opened === 'sign-out') && (
        <SwitchDialog which={opened} view={view} onClose={close} />
      )}
    </Panel>
  );
}
