'use client';
/** What there is to do once programs buy. */
import { IconArrowRight, IconBook2, IconKey, IconWallet } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Panel } from '#app/_ui/panel.tsx';
import classes from './follow-ups.module.css';

/** Euros below which the panel speaks of topping up: a handful of proxies. */
const LOW_BALANCE = 15;

export function FollowUps({ balance }: { balance: number }) {
  const t = useTranslations('overview');
  return (
    <Panel id="follow-ups" title={t('next')}>
      <ul className={classes.list}>
        {balance < LOW_BALANCE && (
          <FollowUp href="/client/balance" icon={<IconWallet size={18} stroke={1.75} aria-hidden />} title={t('followUps.topUp')}>
            {t('followUps.topUpWhy')}
          </FollowUp>
        )}
        <FollowUp href="/client/resale" icon={<IconBook2 size={18} stroke={1.75} aria-hidden />} title={t('followUps.sold')}>
          {t('followUps.soldWhy')}
        </FollowUp>
        <FollowUp href="/client/reseller" icon={<IconKey size={18} stroke={1.75} aria-hidden />} title={t('followUps.key')}>
          {t('followUps.keyWhy')}
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
