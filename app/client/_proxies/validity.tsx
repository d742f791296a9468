'use client';
/** Until when a proxy is valid, and keeping it for longer. */
import { Button, Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import { Definition, DefinitionList } from './definition-list.tsx';
import { Part } from './part.tsx';
import { useAutoRenew } from './use-auto-renew.ts';

const RenewDialog = dynamic(() => import('./renew-dialog.tsx').then((module) => module.RenewDialog), { ssr: false });

export function Validity({ proxyId }: { proxyId: string }) {
  const t = useTranslations('proxies');
  const procedures = useProcedures();
  const autoRenew = useAutoRenew();
  /** Null until the dialog is first opened, for it is fetched then. */
  const [renewing, setRenewing] = useState<boolean | null>(null);
  const { data, isPending } = useQuery(procedures.proxies.list.queryOptions({ search: proxyId }));
  const proxies = useMemo(() => ({ ids: [proxyId] }), [proxyId]);
  const proxy = data?.records[0];
  if (isPending) return <Skeleton height={90} />;
  if (!proxy) return null;
  const live = new Date(proxy.expires_at) > new Date();
  return (
    <Part
      title={t('validity')}
      actions={
        live &&
        proxy.renewable && (
          <Button size="xs" variant="default" onClick={() => setRenewing(true)}>
            {t('renewThis')}
          </Button>
        )
      }
    >
      <DefinitionList>
        <Definition term={t('validUntil')}>
          <UtcDate at={proxy.expires_at} withTime />
          <Moment at={proxy.expires_at} />
        </Definition>
      </DefinitionList>
      {live && !proxy.renewable && <p>{t('notRenewable')}</p>}
      {live && proxy.renewable && (
        <Switch
          label={t('autoRenewThis')}
          checked={autoRenew.isPending ? autoRenew.variables.on : proxy.auto_renew}
          disabled={autoRenew.isPending}
          onChange={(event) => autoRenew.mutate({ proxies, on: event.currentTarget.checked })}
        />
      )}
      {renewing !== null && <RenewDialog opened={renewing} count={1} proxies={proxies} onClose={() => setRenewing(false)} />}
    </Part>
  );
}
