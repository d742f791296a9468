'use client';
/** How to use what was bought: one of the newest proxies, or what to do where there is none yet. */
import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { CurlLines } from '../_proxies/curl-lines.tsx';
import type { EntryPoint } from '../_proxies/entry-point.ts';
import { UseProxy } from '../_proxies/use-proxy.tsx';

export function UseAProxy({ entryPoint }: { entryPoint: EntryPoint }) {
  const t = useTranslations('reseller.use');
  return (
    <Panel
      id="use-a-proxy"
      title={t('title')}
      description={t('lead')}
      actions={
        <ButtonLink href="/docs#credential" variant="default" size="xs">
          {t('how')}
        </ButtonLink>
      }
    >
      <PanelBody>
        <Choice entryPoint={entryPoint} />
      </PanelBody>
    </Panel>
  );
}

function Choice({ entryPoint: { host, port, checkUrl } }: { entryPoint: EntryPoint }) {
  const t = useTranslations('reseller.use');
  const country = useTranslations('countries');
  const format = useFormatter();
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.proxies.latest.queryOptions());
  const [chosen, setChosen] = useState<string | null>(null);
  if (isPending) return <Skeleton height={56} />;
  if (!data) return <Problem what={t('what')} retrying={isFetching} onRetry={() => refetch()} />;
  const current = data.find((proxy) => proxy.proxy_id === chosen) ?? data[0];
  if (!current) {
    return (
      <>
        <p>{t('none')}</p>
        <CurlLines proxy={{ host, port, username: 'USERNAME', password: 'PASSWORD' }} checkUrl={checkUrl} passwordShown />
      </>
    );
  }
  return (
    <>
      <NativeSelect
        label={t('proxy')}
        value={current.proxy_id}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={data.map(({ proxy_id: id, username, country: code, expires_at: expiresAt }) => ({
          value: id,
          label: t('option', { username, country: country(code), date: format.dateTime(new Date(expiresAt), 'day') }),
        }))}
      />
      <UseProxy key={current.proxy_id} proxyId={current.proxy_id} checkUrl={checkUrl} />
    </>
  );
}
