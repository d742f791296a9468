'use client';
/** The block «Automatic purchase API». */
import { Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import type { EntryPoint } from '../_proxies/entry-point.ts';
import { AskSupport } from '../ask-support.tsx';
import { ApiKey } from './api-key.tsx';
import { FirstCall } from './first-call.tsx';
import { OrphanedKey } from './orphaned-key.tsx';
import { UseAProxy } from './use-a-proxy.tsx';

interface Props {
  account: { account_id: number; email: string };
  entryPoint: EntryPoint;
  /** Stands below the key. */
  children: ReactNode;
}

export function PurchaseApi({ account, entryPoint, children }: Props) {
  const t = useTranslations('reseller.key');
  const title = t('title');
  const procedures = useProcedures();
  const status = useQuery(procedures.reseller.status.queryOptions());
  /** The key just made, in the memory of this page and nowhere else. */
  const [fresh, setFresh] = useState<string | null>(null);

  if (status.isPending) {
    return (
      <Panel id="purchase-api" title={title}>
        <PanelBody>
          <Skeleton height={20} width="40%" />
          <Skeleton height={64} />
          <Skeleton height={44} />
        </PanelBody>
      </Panel>
    );
  }
  if (!status.data) {
    return (
      <Panel id="purchase-api" title={title}>
        <Problem what={t('state')} retrying={status.isFetching} onRetry={() => status.refetch()} />
      </Panel>
    );
  }
  const { reseller_mode: resellerMode, base_url: baseUrl, key } = status.data;
  if (!resellerMode) {
    return (
      <>
        <Panel id="purchase-api" title={title}>
          <Empty icon={<IconLock size={20} />} title={t('off')}>
            <AskSupport account={account}>{t('offWhy')}</AskSupport>
          </Empty>
          {key && (
            <PanelBody>
              <OrphanedKey lastFour={key.last_four} />
            </PanelBody>
          )}
        </Panel>
        {children}
      </>
    );
  }
  return (
    <>
      <ApiKey title={title} apiKey={key} fresh={fresh} onFresh={setFresh} />
      {children}
      <FirstCall baseUrl={baseUrl} apiKey={fresh} />
      <UseAProxy entryPoint={entryPoint} />
    </>
  );
}
