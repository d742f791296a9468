'use client';
/** The queue of failed orders: how many there are, what they hold, and each with the reason why. */
import { NativeSelect } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { Found } from '#app/_lists/found.tsx';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { EmptyPage } from '#app/_lists/nothing-found.tsx';
import { useShown } from '#app/_lists/use-shown.ts';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money, useMoney } from '#app/_ui/money.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { type FailedSort, failedSorts } from '#server/plugins/orders/rules.ts';
import { QUEUE_PAGE_SIZE } from '#server/plugins/support/rules.ts';
import type { AppRouter } from '#server/site.ts';
import classes from '../desk.module.css';
import list from './queue.module.css';
import { type QueueShown, queueAddress } from './queue-address.ts';

const sortNames: Readonly<Record<FailedSort, string>> = {
  oldest: 'Oldest failure first',
  newest: 'Newest failure first',
  most_held: 'Most euros held first',
  least_held: 'Fewest euros held first',
};

export function Queue({ shown }: { shown: QueueShown }) {
  const procedures = useProcedures();
  const { asked, moving, show } = useShown(shown, queueAddress);
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...procedures.support.settlement.queue.queryOptions(shown),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      id="queue"
      title="Failed orders"
      description={data && data.total > 0 && <Sum queue={data} />}
      actions={
        data &&
        data.total > QUEUE_PAGE_SIZE && (
          <Pages
            page={shown.page}
            pageSize={QUEUE_PAGE_SIZE}
            total={data.total}
            address={(page) => queueAddress({ ...shown, page })}
            previous="Orders before these"
            next="Orders after these"
          />
        )
      }
    >
      {data && data.total > 1 && (
        <div className={list.sort}>
          <NativeSelect
            label="Sorted by"
            size="xs"
            value={asked.sort}
            onChange={({ currentTarget: { value } }) => show({ sort: value as FailedSort, page: 1 })}
            data={failedSorts.map((value) => ({ value, label: sortNames[value] }))}
          />
        </div>
      )}
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The queue" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.total === 0 ? (
        <Empty icon={<IconCircleCheck size={20} />} title="Nothing to settle">
          Every order that was debited is delivered, under way, or refunded.
        </Empty>
      ) : data.orders.length === 0 ? (
        <EmptyPage first={queueAddress({ ...shown, page: 1 })} />
      ) : (
        <Found stale={moving || isPlaceholderData}>
          <Lines orders={data.orders} sort={shown.sort} />
        </Found>
      )}
    </Panel>
  );
}

type QueueView = inferRouterOutputs<AppRouter>['support']['settlement']['queue'];

function Sum({ queue: { total, held, oldest_at: oldest } }: { queue: QueueView }) {
  const money = useMoney();
  const format = useFormatter();
  return (
    <>
      {format.number(total)} {total === 1 ? 'order' : 'orders'}, {money(held)} held
      {oldest && (
        <>
          , the oldest failed <Moment at={oldest} />
        </>
      )}
    </>
  );
}

function Lines({ orders, sort }: { orders: QueueView['orders']; sort: FailedSort }) {
  const country = useTranslations('countries');
  const columns = [
    { label: 'Order' },
    { label: 'Failed' },
    { label: 'Customer' },
    { label: 'What' },
    { label: 'Why' },
    { label: 'Held', numeric: true },
  ];
  return (
    <Table caption={`Failed orders: ${sortNames[sort].toLowerCase()}`} columns={columns}>
      {orders.map((order) => (
        <Row key={order.order_id}>
          <Cell label="Order" inCard="lead">
            <Link href={`/desk/settlement/${order.order_id}`} prefetch={false}>
              Order {order.order_id}
            </Link>
          </Cell>
          <Cell label="Failed">
            <Moment at={order.failed_at} />
          </Cell>
          <Cell label="Customer" inCard="below">
            <Link href={`/desk/accounts/${order.account_id}`} prefetch={false} className={classes.name}>
              {order.email}
            </Link>
          </Cell>
          <Cell label="What">
            {order.qty} × {country(order.country)}
          </Cell>
          <Cell label="Why" inCard="below">
            <span className={classes.stack}>
              {order.failure}
              {order.busy && <Badge tone="accent">Being settled</Badge>}
            </span>
          </Cell>
          <Cell label="Held" numeric>
            <Money euros={order.total} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
