'use client';
/** The book: its table, and what stands there while it is empty, loading or out of reach. */
import { Skeleton } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { CopyIcon } from '#app/_ui/copy.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import type { ResaleRecord } from '#server/plugins/resale/schema.ts';
import { BuyerField, SalePriceField } from './fields.tsx';
import { Pages } from './pages.tsx';
import { pagePath } from './paging.ts';
import classes from './resale-book.module.css';

const columns = [
  { label: 'Proxy', width: 27 },
  { label: 'Country', width: 10 },
  { label: 'Bought', width: 12 },
  { label: 'Expires', width: 12 },
  { label: 'Sale price', numeric: true, width: 15 },
  { label: 'Buyer', width: 24 },
];

export function ResaleBook({ page }: { page: number }) {
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.resale.list.queryOptions({ page }),
    placeholderData: keepPreviousData,
  });

  if (isPending) {
    return (
      <Panel id="resale-book" title="Proxies">
        <PanelBody>
          {['a', 'b', 'c', 'd', 'e'].map((line) => (
            <Skeleton key={line} height={32} />
          ))}
        </PanelBody>
      </Panel>
    );
  }
  if (!data) {
    return (
      <Panel id="resale-book" title="Proxies">
        <Problem what="Your resale book" retrying={isFetching} onRetry={() => refetch()} />
      </Panel>
    );
  }
  if (data.records.length === 0) {
    return (
      <Panel id="resale-book" title="Proxies">
        {page === 1 ? <NothingBought /> : <BeyondTheEnd total={data.total} />}
      </Panel>
    );
  }
  return (
    <Panel id="resale-book" title="Proxies" actions={<Pages page={page} pageSize={data.page_size} total={data.total} />}>
      <Table caption="Proxies bought" columns={columns}>
        {data.records.map((record) => (
          <BookLine key={record.proxy_id} page={page} record={record} />
        ))}
      </Table>
    </Panel>
  );
}

function BookLine({ page, record }: { page: number; record: ResaleRecord }) {
  const expired = new Date(record.expires_at) < new Date();
  return (
    <Row>
      <Cell label="Proxy" inCard="lead">
        <div className={classes.proxy}>
          <div className={classes.names}>
            <span className={classes.id}>{record.proxy_id}</span>
            <span className={classes.username}>{record.username}</span>
          </div>
          <CopyIcon text={record.proxy_id} what={`id of ${record.proxy_id}`} />
        </div>
      </Cell>
      <Cell label="Country" inCard="third">
        {countryNames[record.country]}
      </Cell>
      <Cell label="Bought" inCard="third">
        <Moment at={record.created_at} />
      </Cell>
      <Cell label="Expires" inCard="third">
        <span className={classes.expiry}>
          <Moment at={record.expires_at} />
          {expired && <Badge tone="plain">Expired</Badge>}
        </span>
      </Cell>
      <Cell label="Sale price" numeric>
        <SalePriceField page={page} record={record} />
      </Cell>
      <Cell label="Buyer">
        <BuyerField page={page} record={record} />
      </Cell>
    </Row>
  );
}

function NothingBought() {
  return (
    <Empty
      icon={<IconBook2 size={20} />}
      title="No proxy yet"
      action={<ButtonLink href="/client/reseller">Set up the purchase API</ButtonLink>}
    >
      What your program buys is written down here by itself, with the sale price that it gave. You note the buyers.
    </Empty>
  );
}

function BeyondTheEnd({ total }: { total: number }) {
  return (
    <Empty
      icon={<IconBook2 size={20} />}
      title="This page is empty"
      action={
        <ButtonLink href={pagePath(1)} variant="default">
          Go to the first page
        </ButtonLink>
      }
    >
      The book has {total} {total === 1 ? 'proxy' : 'proxies'}, and ends before this page.
    </Empty>
  );
}
