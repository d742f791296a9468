'use client';
/** The last orders. */
import { Skeleton } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { inferRouterOutputs } from '@trpc/server';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import type { AppRouter } from '#server/site.ts';

type Order = inferRouterOutputs<AppRouter>['orders']['recent'][number];

const tones: Record<Order['status'], Tone> = { processing: 'accent', completed: 'good', failed: 'bad', refunded: 'plain' };

interface Props {
  query: { data: Order[] | undefined; isPending: boolean; isFetching: boolean; refetch: () => unknown };
}

export function RecentOrders({ query }: Props) {
  const t = useTranslations('overview.orders');
  return (
    <Panel id="last-orders" title={t('title')}>
      <Orders query={query} />
    </Panel>
  );
}

function Orders({ query: { data, isPending, isFetching, refetch } }: Props) {
  const t = useTranslations('overview.orders');
  const country = useTranslations('countries');
  if (isPending) {
    return (
      <PanelBody>
        <Skeleton height={18} />
        <Skeleton height={18} />
        <Skeleton height={18} width="70%" />
      </PanelBody>
    );
  }
  if (!data) return <Problem what={t('what')} retrying={isFetching} onRetry={() => refetch()} />;
  if (data.length === 0) {
    return (
      <Empty
        icon={<IconReceipt size={20} />}
        title={t('none')}
        action={
          <ButtonLink href="/client/buy" variant="default">
            {t('buy')}
          </ButtonLink>
        }
      >
        {t('noneWhy')}
      </Empty>
    );
  }
  const columns = [
    { label: t('order') },
    { label: t('when') },
    { label: t('country') },
    { label: t('state') },
    { label: t('by') },
    { label: t('proxies'), numeric: true },
    { label: t('debited'), numeric: true },
  ];
  return (
    <Table caption={t('title')} columns={columns}>
      {data.map((order) => (
        <Row key={order.order_id}>
          <Cell label={t('order')} inCard="third">
            <Link href={`/client/reseller?charge=${order.order_id}#charge`} prefetch={false}>
              {order.order_id}
            </Link>
          </Cell>
          <Cell label={t('when')} inCard="third">
            <Moment at={order.created_at} />
          </Cell>
          <Cell label={t('country')} inCard="third">
            {country(order.country)}
          </Cell>
          <Cell label={t('state')} inCard="third">
            <Badge tone={tones[order.status]}>{t(`states.${order.status}`)}</Badge>
          </Cell>
          <Cell label={t('by')} inCard="third">
            {t(`channels.${order.channel}`)}
          </Cell>
          <Cell label={t('proxies')} numeric inCard="third">
            {order.qty}
          </Cell>
          <Cell label={t('debited')} numeric inCard="third">
            <Money euros={order.total_debited} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
