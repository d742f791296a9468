'use client';
/** The queue of failed orders. */
import { Button, TextInput } from '@mantine/core';
import { IconCircleCheck, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money, useMoney } from '#app/_ui/money.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { LoadingLines } from '../../client/_lists/loading-lines.tsx';
import classes from '../desk.module.css';
import form from './order-search.module.css';

export function Queue() {
  const procedures = useProcedures();
  const money = useMoney();
  const country = useTranslations('countries');
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.settlement.queue.queryOptions());
  const count = data?.orders.length ?? 0;
  const columns = [
    { label: 'Order' },
    { label: 'Failed' },
    { label: 'Customer' },
    { label: 'What' },
    { label: 'Why' },
    { label: 'Held', numeric: true },
  ];
  return (
    <Panel
      id="queue"
      title="Failed orders"
      description={data && count > 0 && `${count}${data.more ? ' or more' : ''}, ${money(data.held)} held`}
    >
      <OrderSearch />
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The queue" retrying={isFetching} onRetry={() => refetch()} />
      ) : count === 0 ? (
        <Empty icon={<IconCircleCheck size={20} />} title="Nothing to settle">
          Every order that was debited is delivered, under way, or refunded.
        </Empty>
      ) : (
        <Table caption="Failed orders, the oldest failure first" columns={columns}>
          {data.orders.map((order) => (
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
      )}
    </Panel>
  );
}

/** Any order by its number, failed or not. */
function OrderSearch() {
  const router = useRouter();
  return (
    <PanelBody>
      <form
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          const number = new FormData(event.currentTarget).get('order');
          const id = typeof number === 'string' ? number.replace(/[#\s]/g, '') : '';
          if (/^[1-9]\d{0,8}$/.test(id)) router.push(`/desk/settlement/${id}`);
        }}
      >
        <TextInput
          name="order"
          aria-label="Number of an order"
          placeholder="Number of any order"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          leftSection={<IconSearch size={16} aria-hidden />}
        />
        <Button type="submit" variant="default">
          Show
        </Button>
      </form>
    </PanelBody>
  );
}
