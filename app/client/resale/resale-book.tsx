'use client';
/** The book: its table, and what stands there while it is empty, loading or out of reach. */
import { Button, Skeleton } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { formatBytes } from '#app/_ui/bytes.ts';
import { CopyIcon } from '#app/_ui/copy.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import type { Traffic } from '#server/plugins/proxies/schema.ts';
import type { ResaleRecord } from '#server/plugins/resale/schema.ts';
import { listPath } from '../_lists/address.ts';
import { ProxyDrawer } from '../_proxies/proxy-drawer.tsx';
import { BuyerField, SalePriceField } from './fields.tsx';
import classes from './resale-book.module.css';

const pagePath = (page: number) => listPath('/client/resale', {}, page);

const columns = [
  { label: 'Proxy', width: 29 },
  { label: 'Country', width: 8 },
  { label: 'Bought', width: 10 },
  { label: 'Expires', width: 12 },
  { label: 'Traffic, 30 days', numeric: true, width: 12 },
  { label: 'Sale price', numeric: true, width: 13 },
  { label: 'Buyer', width: 16 },
];

/** @param checkUrl answers the address that a request comes from. */
export function ResaleBook({ page, checkUrl }: { page: number; checkUrl: string }) {
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.resale.list.queryOptions({ page }),
    placeholderData: keepPreviousData,
  });
  const proxyIds = data?.records.map((record) => record.proxy_id) ?? [];
  const usage = useQuery(procedures.proxies.usage.queryOptions(proxyIds.length > 0 ? { proxy_ids: proxyIds } : skipToken));
  const [inUse, setInUse] = useState<{ proxyId: string | null; opened: boolean }>({ proxyId: null, opened: false });

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
  const pages = (
    <Pages
      page={page}
      pageSize={data.page_size}
      total={data.total}
      address={pagePath}
      previous="Newer proxies"
      next="Older proxies"
    />
  );
  return (
    <Panel id="resale-book" title="Proxies" actions={pages}>
      <Table caption="Proxies bought" columns={columns}>
        {data.records.map((record) => (
          <BookLine
            key={record.proxy_id}
            page={page}
            record={record}
            traffic={usage.data?.find((line) => line.proxy_id === record.proxy_id)?.last_30_days}
            onUse={() => setInUse({ proxyId: record.proxy_id, opened: true })}
          />
        ))}
      </Table>
      <ProxyDrawer {...inUse} checkUrl={checkUrl} onClose={() => setInUse({ ...inUse, opened: false })} />
    </Panel>
  );
}

interface LineProps {
  page: number;
  record: ResaleRecord;
  /** Of the last 30 days; undefined while it is not known. */
  traffic: Traffic | undefined;
  onUse: () => void;
}

function BookLine({ page, record, traffic, onUse }: LineProps) {
  const expired = new Date(record.expires_at) < new Date();
  return (
    <Row>
      <Cell label="Proxy" inCard="lead">
        <div className={classes.proxy}>
          <div className={classes.names}>
            <span className={classes.id}>{record.proxy_id}</span>
            <span className={classes.username}>{record.username}</span>
          </div>
          <div className={classes.actions}>
            <CopyIcon text={record.proxy_id} what={`id of ${record.proxy_id}`} />
            <Button size="compact-xs" h={26} variant="default" onClick={onUse} aria-label={`Use ${record.proxy_id}`}>
              Use
            </Button>
          </div>
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
      <Cell label="Traffic, 30 days" numeric>
        {traffic && formatBytes(traffic.up_bytes + traffic.down_bytes)}
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
