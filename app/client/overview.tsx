'use client';
/** The overview's parts, each with its own loading and error state. */
import { useQuery } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { FirstSteps } from './first-steps-panel.tsx';
import classes from './overview.module.css';
import { RecentOrders } from './recent-orders.tsx';
import { Stat } from './stat.tsx';

export function Overview() {
  const procedures = useProcedures();
  const me = useQuery(procedures.accounts.me.queryOptions());
  const balance = useQuery(procedures.billing.balance.queryOptions());
  const orders = useQuery(procedures.orders.recent.queryOptions());
  const api = useQuery(procedures.reseller.status.queryOptions());
  const key = api.data?.key;
  const last = orders.data?.[0];

  return (
    <>
      <div className={classes.stats}>
        <Stat label="Balance" query={balance} hint="Purchases by API debit it.">
          {balance.data && <Money euros={balance.data.balance} />}
        </Stat>
        <Stat
          label="API key"
          query={api}
          hint={
            key?.last_used_at ? (
              <>Last used {<Moment at={key.last_used_at} />}.</>
            ) : key ? (
              'Not used yet.'
            ) : (
              'Programs buy with it.'
            )
          }
        >
          {api.data && (key ? <span className={classes.mono}>…{key.last_four}</span> : 'None')}
        </Stat>
        <Stat
          label="Last order"
          query={orders}
          hint={
            last ? (
              <>
                {<Moment at={last.created_at} />}, order {last.order_id}.
              </>
            ) : (
              'Orders show up here at once.'
            )
          }
        >
          {orders.data && (last ? <Money euros={last.total_debited} /> : 'None')}
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
      <RecentOrders query={orders} />
    </>
  );
}
