'use client';
/** The list of proxies: what it is narrowed to, what can be done with it, its table, and what stands there without one. */
import { Skeleton } from '@mantine/core';
import { IconSearchOff, IconServer2 } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useOptimistic, useState, useTransition } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Table } from '#app/_ui/table.tsx';
import { type ListOutput, listLimits } from '#server/plugins/proxies/schema.ts';
import { ProxyDrawer } from '../_proxies/proxy-drawer.tsx';
import { Filters } from './filters.tsx';
import { HandOver } from './hand-over.tsx';
import { addressOf, type Shown } from './list-address.ts';
import { ProxyLine } from './proxy-line.tsx';
import classes from './proxy-list.module.css';

const columns = [
  { label: 'Proxy', width: 44 },
  { label: 'Country', width: 11 },
  { label: 'Bought', width: 13 },
  { label: 'Expires', width: 18 },
  { label: 'Traffic, 30 days', numeric: true, width: 14 },
];

/** @param checkUrl answers the address that a request comes from. */
export function ProxyList({ shown, checkUrl }: { shown: Shown; checkUrl: string }) {
  const procedures = useProcedures();
  const router = useRouter();
  const [moving, move] = useTransition();
  /** What the controls say while the list is on its way. */
  const [asked, ask] = useOptimistic(shown);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...procedures.proxies.list.queryOptions(shown),
    placeholderData: keepPreviousData,
  });

  const show = (next: Shown, typing = false) =>
    move(() => {
      ask(next);
      if (typing) router.replace(addressOf(next), { scroll: false });
      else router.push(addressOf(next), { scroll: false });
    });

  if (isPending) {
    return (
      <Panel id="proxy-list" title="Your proxies">
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
      <Panel id="proxy-list" title="Your proxies">
        <Problem what="Your proxies" retrying={isFetching} onRetry={() => refetch()} />
      </Panel>
    );
  }
  if (data.counts.all === 0 && !shown.search && !shown.country) {
    return (
      <Panel id="proxy-list" title="Your proxies">
        <NothingBought />
      </Panel>
    );
  }
  const pages = (
    <Pages
      page={shown.page}
      pageSize={listLimits.pageSize}
      total={data.total}
      address={(page) => addressOf({ ...shown, page })}
      previous="Previous page"
      next="Next page"
    />
  );
  return (
    <Panel id="proxy-list" title="Your proxies" actions={data.records.length > 0 && pages}>
      <Filters shown={asked} counts={data.counts} onShow={show} />
      <HandOver
        found={shown}
        total={data.total}
        here={data.records.map((record) => record.proxy_id)}
        chosen={chosen}
        onChoose={setChosen}
      />
      <div
        className={classes.found}
        data-stale={moving || isPlaceholderData || undefined}
        aria-busy={moving || isPlaceholderData}
      >
        {data.records.length > 0 ? (
          <Found records={data.records} chosen={chosen} onChoose={setChosen} checkUrl={checkUrl} />
        ) : (
          <NothingFound shown={shown} total={data.total} />
        )}
      </div>
    </Panel>
  );
}

interface FoundProps {
  records: ListOutput['records'];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  checkUrl: string;
}

function Found({ records, chosen, onChoose, checkUrl }: FoundProps) {
  const procedures = useProcedures();
  const proxyIds = records.map((record) => record.proxy_id);
  const usage = useQuery(procedures.proxies.usage.queryOptions(proxyIds.length > 0 ? { proxy_ids: proxyIds } : skipToken));
  const [inUse, setInUse] = useState<{ proxyId: string | null; opened: boolean }>({ proxyId: null, opened: false });

  const choose = (id: string, wanted: boolean) => {
    const next = new Set(chosen);
    if (wanted) next.add(id);
    else next.delete(id);
    onChoose(next);
  };

  return (
    <>
      <Table caption="Your proxies" columns={columns}>
        {records.map((proxy) => (
          <ProxyLine
            key={proxy.proxy_id}
            proxy={proxy}
            traffic={usage.data?.find((line) => line.proxy_id === proxy.proxy_id)?.last_30_days}
            chosen={chosen.has(proxy.proxy_id)}
            onChoose={(wanted) => choose(proxy.proxy_id, wanted)}
            onUse={() => setInUse({ proxyId: proxy.proxy_id, opened: true })}
          />
        ))}
      </Table>
      <ProxyDrawer {...inUse} checkUrl={checkUrl} onClose={() => setInUse({ ...inUse, opened: false })} />
    </>
  );
}

function NothingBought() {
  return (
    <Empty icon={<IconServer2 size={20} />} title="No proxy yet" action={<ButtonLink href="/client/buy">Buy proxies</ButtonLink>}>
      What you buy stands here at once, with its credential.
    </Empty>
  );
}

function NothingFound({ shown, total }: { shown: Shown; total: number }) {
  const beyond = total > 0;
  return (
    <Empty
      icon={<IconSearchOff size={20} />}
      title={beyond ? 'This page is empty' : 'No proxy found'}
      action={
        <ButtonLink href={beyond ? addressOf({ ...shown, page: 1 }) : '/client/proxies'} variant="default">
          {beyond ? 'Go to the first page' : 'Show all proxies'}
        </ButtonLink>
      }
    >
      {beyond
        ? 'The list ends before this page.'
        : 'None of your proxies is like this. Search for a part of an id or of a username, or take a filter off.'}
    </Empty>
  );
}
