'use client';
/** The last orders. */
import { Skeleton } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { inferRouterOutputs } from '@trpc/server';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import type { AppRouter } from '#server/site.ts';

type Order = inferRouterOutputs<AppRouter>['orders']['recent'][number];

const states: Record<Order['status'], { tone: Tone; word: string }> = {
  processing: { tone: 'accent', word: 'Processing' },
  completed: { tone: 'good', word: 'Completed' },
  failed: { tone: 'bad', word: 'Failed: ask support' },
  refunded: { tone: 'plain', word: 'Refunded' },
};

const channels: Record<Order['channel'], string> = { api: 'API', site: 'Site' };

const columns = [
  { label: 'Order' },
  { label: 'When' },
  { label: 'Country' },
  { label: 'State' },
  { label: 'By' },
  { label: 'Proxies', numeric: true },
  { label: 'Debited', numeric: true },
];

interface Props {
  query: { data: Order[] | undefined; isPending: boolean; isFetching: boolean; refetch: () => unknown };
}

export function RecentOrders({ query }: Props) {
  return (
    <Panel id="last-orders" title="Last orders">
      <Orders query={query} />
    </Panel>
  );
}

function Orders({ query: { data, isPending, isFetching, refetch } }: Props) {
  if (isPending) {
    return (
      <PanelBody>
        <Skeleton height={18} />
        <Skeleton height={18} />
        <Skeleton height={18} width="70%" />
      </PanelBody>
    );
  }
  if (!data) return <Problem what="The orders" retrying={isFetching} onRetry={() => refetch()} />;
  if (data.length === 0) {
    return (
      <Empty
        icon={<IconReceipt size={20} />}
        title="No order yet"
        action={
          <ButtonLink href="/client/buy" variant="default">
            Buy the first proxy
          </ButtonLink>
        }
      >
        As soon as you or your program buy the first proxy, the order stands here with what it cost.
      </Empty>
    );
  }
  return (
    <Table caption="Last orders" columns={columns}>
      {data.map((order) => (
        <Row key={order.order_id}>
          <Cell label="Order" inCard="third">
            {order.order_id}
          </Cell>
          <Cell label="When" inCard="third">
            <Moment at={order.created_at} />
          </Cell>
          <Cell label="Country" inCard="third">
            {countryNames[order.country]}
          </Cell>
          <Cell label="State" inCard="third">
            <Badge tone={states[order.status].tone}>{states[order.status].word}</Badge>
          </Cell>
          <Cell label="By" inCard="third">
            {channels[order.channel]}
          </Cell>
          <Cell label="Proxies" numeric inCard="third">
            {order.qty}
          </Cell>
          <Cell label="Debited" numeric inCard="third">
            <Money euros={order.total_debited} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
