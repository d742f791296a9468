'use client';
/** The overview's parts, each with its own loading and error state. */
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Expiring } from './expiring.tsx';
import { FirstSteps } from './first-steps-panel.tsx';
import { Headroom } from './headroom.tsx';
import { LowBalance } from './low-balance.tsx';
import { Meter } from './meter.tsx';
import classes from './overview.module.css';
import { RecentOrders } from './recent-orders.tsx';
import { Spending } from './spending.tsx';
import { Stat } from './stat.tsx';
import { Worth } from './worth.tsx';

export function Overview() {
  const t = useTranslations('overview');
  const procedures = useProcedures();
  const me = useQuery(procedures.accounts.me.queryOptions());
  const balance = useQuery(procedures.billing.balance.queryOptions());
  const offer = useQuery(procedures.orders.offer.queryOptions());
  const headroom = useQuery(procedures.orders.headroom.queryOptions());
  const orders = useQuery(procedures.orders.recent.queryOptions());
  const api = useQuery(procedures.reseller.status.queryOptions());
  const last = orders.data?.[0];

  return (
    <>
      <div className={classes.stats}>
        <Stat label={t('balance')} query={balance} hint={<Link href="/client/balance">{t('topUp')}</Link>}>
          {balance.data && <Money euros={balance.data.balance} />}
        </Stat>
        <Stat label={t('worth')} query={offer} hint={t('worthHint')}>
          {offer.data && <Worth balanceCents={offer.data.balance_cents} countries={offer.data.countries} />}
        </Stat>
        <Stat label={t('cap')} query={headroom} hint={t('capHint', { left: headroom.data?.remaining ?? 0 })}>
          {headroom.data && (
            <>
              {t('capLeft', { left: headroom.data.remaining, limit: headroom.data.per_day })}
              <Meter left={headroom.data.remaining} of={headroom.data.per_day} />
            </>
          )}
        </Stat>
        <Stat
          label={t('lastOrder')}
          query={orders}
          hint={
            last
              ? t.rich('lastOrderHint', { when: () => <Moment at={last.created_at} />, order: String(last.order_id) })
              : t('lastOrderNone')
          }
        >
          {orders.data && (last ? <Money euros={last.total_debited} /> : t('none'))}
        </Stat>
      </div>
      {me.data && balance.data && orders.data && api.data && (
        <FirstSteps
          account={me.data}
          standing={{
            resellerMode: api.data.reseller_mode,
            balance: balance.data.balance,
            hasKey: api.data.key !== null,
            hasOrders: orders.data.length > 0,
          }}
        />
      )}
      <div className={classes.pair}>
        <Spending />
        <Expiring />
      </div>
      <Headroom query={headroom} />
      <RecentOrders query={orders} />
      <LowBalance />
    </>
  );
}
