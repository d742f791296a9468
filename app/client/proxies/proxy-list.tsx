'use client';
/** The list of proxies: what it is narrowed to, what can be done with it, its table, and what stands there without one. */
import { IconSearchOff, IconServer2 } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Found } from '#app/_lists/found.tsx';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { EmptyPage } from '#app/_lists/nothing-found.tsx';
import { useShown } from '#app/_lists/use-shown.ts';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Table } from '#app/_ui/table.tsx';
import { listLimits } from '#server/plugins/proxies/rules.ts';
import type { ListOutput } from '#server/plugins/proxies/schema.ts';
import { useProxyDrawer } from '../_proxies/use-proxy-drawer.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { type Choice, changed, isChosen, nothing } from './choice.ts';
import { Filters } from './filters.tsx';
import { HandOver } from './hand-over.tsx';
import { addressOf, type Shown } from './list-address.ts';
import { ProxyLine } from './proxy-line.tsx';

/** @param checkUrl answers the address that a request comes from. */
export function ProxyList({ shown, checkUrl }: { shown: Shown; checkUrl: string }) {
  const procedures = useProcedures();
  const t = useTranslations('proxies');
  const { asked, moving, show } = useShown(shown, addressOf);
  const [choice, setChoice] = useState<Choice>(nothing);
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...procedures.proxies.list.queryOptions(shown),
    placeholderData: keepPreviousData,
  });

  if (isPending) {
    return (
      <Panel id="proxy-list" title={t('yours')}>
        <LoadingLines />
      </Panel>
    );
  }
  if (!data) {
    return (
      <Panel id="proxy-list" title={t('yours')}>
        <Problem what={t('yours')} retrying={isFetching} onRetry={() => refetch()} />
      </Panel>
    );
  }
  if (data.counts.all === 0 && !shown.search && !shown.country) {
    return (
      <Panel id="proxy-list" title={t('yours')}>
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
      previous={t('previousPage')}
      next={t('nextPage')}
    />
  );
  return (
    <Panel id="proxy-list" title={t('yours')} actions={data.records.length > 0 && pages}>
      <Filters shown={asked} counts={data.counts} onShow={show} />
      <HandOver
        found={shown}
        total={data.total}
        here={data.records.map((record) => record.proxy_id)}
        choice={choice}
        onChoose={setChoice}
      />
      <BulkBar found={shown} total={data.total} choice={choice} onChoose={setChoice} />
      <Found stale={moving || isPlaceholderData}>
        {data.records.length > 0 ? (
          <Lines records={data.records} choice={choice} onChoose={setChoice} checkUrl={checkUrl} />
        ) : data.total > 0 ? (
          <EmptyPage first={addressOf({ ...shown, page: 1 })} />
        ) : (
          <NoneFound />
        )}
      </Found>
    </Panel>
  );
}

interface LinesProps {
  records: ListOutput['records'];
  choice: Choice;
  onChoose: (choice: Choice) => void;
  checkUrl: string;
}

function Lines({ records, choice, onChoose, checkUrl }: LinesProps) {
  const t = useTranslations('proxies');
  const procedures = useProcedures();
  const proxyIds = records.map((record) => record.proxy_id);
  const usage = useQuery(procedures.proxies.usage.queryOptions(proxyIds.length > 0 ? { proxy_ids: proxyIds } : skipToken));
  const { openDrawer, drawer } = useProxyDrawer(checkUrl);

  const columns = [
    { label: t('proxy'), width: 40 },
    { label: t('country'), width: 10 },
    { label: t('bought'), width: 13 },
    { label: t('expires'), width: 16 },
    { label: t('autoRenew'), width: 10 },
    { label: t('traffic30'), numeric: true, width: 11 },
  ];

  return (
    <>
      <Table caption={t('yours')} columns={columns}>
        {records.map((proxy) => (
          <ProxyLine
            key={proxy.proxy_id}
            proxy={proxy}
            traffic={usage.data?.find((line) => line.proxy_id === proxy.proxy_id)?.last_30_days}
            chosen={isChosen(choice, proxy.proxy_id)}
            onChoose={(wanted) => onChoose(changed(choice, proxyIds, [proxy.proxy_id], wanted))}
            onUse={() => openDrawer(proxy.proxy_id)}
          />
        ))}
      </Table>
      {drawer}
    </>
  );
}

function NothingBought() {
  const t = useTranslations('proxies');
  return (
    <Empty icon={<IconServer2 size={20} />} title={t('noneYet')} action={<ButtonLink href="/client/buy">{t('buy')}</ButtonLink>}>
      {t('noneYetWhy')}
    </Empty>
  );
}

function NoneFound() {
  const t = useTranslations('proxies');
  return (
    <Empty
      icon={<IconSearchOff size={20} />}
      title={t('noneFound')}
      action={
        <ButtonLink href="/client/proxies" variant="default">
          {t('showAll')}
        </ButtonLink>
      }
    >
      {t('noneFoundWhy')}
    </Empty>
  );
}
