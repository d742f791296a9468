'use client';
/** What there is to do once programs buy. */
import { IconArrowRight, IconBook2, IconKey, IconWallet } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Panel } from '#app/_ui/panel.tsx';
import { AskSupport } from './ask-support.tsx';
import classes from './follow-ups.module.css';

/** Euros below which the panel speaks of topping up: a handful of proxies. */
const LOW_BALANCE = 15;

interface Props {
  account: { account_id: number; email: string };
  balance: number;
}

export function FollowUps({ account, balance }: Props) {
  return (
    <Panel id="follow-ups" title="What to do next">
      <ul className={classes.list}>
        {balance < LOW_BALANCE && (
          <li className={classes.line}>
            <IconWallet size={18} stroke={1.75} aria-hidden />
            <div>
              <h3>Top up the balance</h3>
              <p>
                <AskSupport account={account}>It will not last for long. Support books your payment.</AskSupport>
              </p>
            </div>
          </li>
        )}
        <FollowUp href="/client/resale" icon={<IconBook2 size={18} stroke={1.75} aria-hidden />} title="Note what you sold">
          Sale price and buyer of every proxy, edited in place.
        </FollowUp>
        <FollowUp href="/client/reseller" icon={<IconKey size={18} stroke={1.75} aria-hidden />} title="Look after the API key">
          See when it was last used; replace it if somebody else may have seen it.
        </FollowUp>
      </ul>
    </Panel>
  );
}

function FollowUp({ href, icon, title, children }: { href: string; icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      <Link href={href} className={classes.line}>
        {icon}
        <div>
          <h3>{title}</h3>
          <p>{children}</p>
        </div>
        <IconArrowRight size={16} aria-hidden className={classes.arrow} />
      </Link>
    </li>
  );
}
