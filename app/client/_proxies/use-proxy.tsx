'use client';
/** How to use one proxy: its credential, lines that try it, and a check. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Check } from './check.tsx';
import { Credential } from './credential.tsx';
import { CurlLines } from './curl-lines.tsx';
import classes from './use-proxy.module.css';

/** @param checkUrl answers the address that a request comes from. */
export function UseProxy({ proxyId, checkUrl }: { proxyId: string; checkUrl: string }) {
  const t = useTranslations('proxies');
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.proxies.credential.queryOptions({ proxy_id: proxyId }),
    // A password stays in the page's memory only as long as somebody looks at it.
    gcTime: 0,
  });
  const [shown, setShown] = useState(false);

  if (isPending) {
    return (
      <div className={classes.parts}>
        <Skeleton height={20} width="30%" />
        <Skeleton height={140} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
    );
  }
  if (!data) return <Problem what={t('theCredential')} retrying={isFetching} onRetry={() => refetch()} />;
  const expired = new Date(data.expires_at) <= new Date();
  return (
    <div className={classes.parts}>
      {expired && <Notice tone="plain">{t('expiredNotice')}</Notice>}
      <Credential proxy={data} shown={shown} onShow={setShown} resettable={!expired} />
      <CurlLines proxy={data} checkUrl={checkUrl} passwordShown={shown} />
      {!expired && <Check proxyId={proxyId} />}
    </div>
  );
}
