'use client';
/** The book: its sums, its lines, and what stands there while it is empty, loading or out of reach. */
import { IconBook2 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Found } from '#app/_lists/found.tsx';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { NothingFound } from '#app/_lists/nothing-found.tsx';
import { useShown } from '#app/_lists/use-shown.ts';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Table } from '#app/_ui/table.tsx';
import { bookLimits } from '#server/plugins/resale/rules.ts';
import type { ResaleListOutput } from '#server/plugins/resale/schema.ts';
import { useProxyDrawer } from '../_proxies/use-proxy-drawer.tsx';
import { type BookShown, bookAddress } from './book-address.ts';
import { BookLine } from './book-line.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { Filters } from './filters.tsx';
import { Totals } from './totals.tsx';

/** @param checkUrl answers the address that a request comes from. */
export function ResaleBook({ shown, checkUrl }: { shown: BookShown; checkUrl: string }) {
  const t = useTranslations('resale');
  const procedures = useProcedures();
  const { asked, moving, show } = useShown(shown, bookAddress);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...procedures.resale.list.queryOptions(shown),
    placeholderData: keepPreviousData,
  });
  const names = useQuery(procedures.resale.buyerNames.queryOptions()).data ?? [];

  if (!data || data.empty) {
    return (
      <Panel id="resale-book" title={t('proxies')}>
        {isPending ? (
          <LoadingLines />
        ) : data ? (
          <NothingBought />
        ) : (
          <Problem what={t('yourBook')} retrying={isFetching} onRetry={() => refetch()} />
        )}
      </Panel>
    );
  }
  const stale = moving || isPlaceholderData;
  const pages = (
    <Pages
      page={shown.page}
      pageSize={bookLimits.pageSize}
      total={data.totals.count}
      address={(page) => bookAddress({ ...shown, page })}
      previous={t(shown.sort === 'newest' ? 'newer' : 'previous')}
      next={t(shown.sort === 'newest' ? 'older' : 'next')}
    />
  );
  return (
    <>
      <Totals sums={data.totals} />
      <Panel id="resale-book" title={t('proxies')} actions={data.records.length > 0 && pages}>
        <Filters shown={asked} buyers={names} onShow={show} />
        <BulkBar
          shown={shown}
          total={data.totals.count}
          here={data.records.map((record) => record.proxy_id)}
          chosen={chosen}
          onChoose={setChosen}
        />
        <Found stale={stale}>
          {data.records.length > 0 ? (
            <Lines shown={shown} records={data.records} names={names} chosen={chosen} onChoose={setChosen} checkUrl={checkUrl} />
          ) : (
            <NothingFound
              what={t('aProxy')}
              total={data.totals.count}
              first={bookAddress({ ...shown, page: 1 })}
              all="/client/resale"
            />
          )}
        </Found>
      </Panel>
    </>
  );
}

/** The id of the names that fields offer. */
const BUYER_NAMES = 'buyer-names';

interface LinesProps {
  shown: BookShown;
  records: ResaleListOutput['records'];
  names: readonly string[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  checkUrl: string;
}

function Lines({ shown, records, names, chosen, onChoose, checkUrl }: LinesProps) {
  const t = useTranslations('resale');
  const { openDrawer, drawer } = useProxyDrawer(checkUrl);

  const choose = (id: string, wanted: boolean) => {
    const next = new Set(chosen);
    if (wanted) next.add(id);
    else next.delete(id);
    onChoose(next);
  };

  return (
    <>
      <datalist id={BUYER_NAMES}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Table
        caption={t('caption')}
        columns={[
          { label: t('proxy'), width: 26 },
          { label: t('expires'), width: 15 },
          { label: t('cost'), numeric: true, width: 7 },
          { label: t('salePrice'), numeric: true, width: 11 },
          { label: t('margin'), numeric: true, width: 9 },
          { label: t('buyer'), width: 20 },
          { label: t('payments.paid'), width: 12 },
        ]}
      >
        {records.map((record) => (
          <BookLine
            key={record.proxy_id}
            shown={shown}
            record={record}
            suggestions={BUYER_NAMES}
            chosen={chosen.has(record.proxy_id)}
            onChoose={(wanted) => choose(record.proxy_id, wanted)}
            onUse={() => openDrawer(record.proxy_id)}
          />
        ))}
      </Table>
      {drawer}
    </>
  );
}

function NothingBought() {
  const t = useTranslations('resale');
  return (
    <Empty icon={<IconBook2 size={20} />} title={t('noProxy')} action={<ButtonLink href="/client/buy">{t('buy')}</ButtonLink>}>
      {t('noProxyWhy')}
    </Empty>
  );
}
