'use client';
/** One proxy of the list. */
import { ActionIcon, Button, Checkbox, Switch } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Announcement } from '#app/_ui/announcement.tsx';
import { useBytes } from '#app/_ui/bytes.ts';
import { Moment } from '#app/_ui/moment.tsx';
import { Cell, Row } from '#app/_ui/table.tsx';
import type { ListedProxy, Traffic } from '#server/plugins/proxies/schema.ts';
import { Expiry } from '../_proxies/expiry.tsx';
import { useAutoRenew } from '../_proxies/use-auto-renew.ts';
import classes from './proxy-line.module.css';
import { useCredentials } from './use-credentials.ts';

interface Props {
  proxy: ListedProxy;
  /** Of the last 30 days; undefined while it is not known. */
  traffic: Traffic | undefined;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onUse: () => void;
}

export function ProxyLine({ proxy, traffic, chosen, onChoose, onUse }: Props) {
  const t = useTranslations('proxies');
  const names = useTranslations('countries');
  const bytes = useBytes();
  const { proxy_id: id, username, country } = proxy;
  return (
    <Row>
      <Cell label={t('proxy')} inCard="lead">
        <div className={classes.proxy}>
          <Checkbox
            size="xs"
            aria-label={t('choose', { id })}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <div className={classes.names}>
            <span className={classes.id}>{id}</span>
            <span className={classes.username}>{username}</span>
          </div>
          <div className={classes.actions}>
            <CopyCredential proxyId={id} />
            <Button size="compact-xs" h={26} variant="default" onClick={onUse} aria-label={t('useOne', { id })}>
              {t('use')}
            </Button>
          </div>
        </div>
      </Cell>
      <Cell label={t('country')} inCard="third">
        {names(country)}
      </Cell>
      <Cell label={t('bought')} inCard="third">
        <Moment at={proxy.created_at} />
      </Cell>
      <Cell label={t('expires')} inCard="third">
        <span className={classes.expiry}>
          <Moment at={proxy.expires_at} />
          <Expiry at={new Date(proxy.expires_at)} />
        </span>
      </Cell>
      <Cell label={t('autoRenew')} inCard="beside">
        <AutoRenew proxy={proxy} />
      </Cell>
      <Cell label={t('traffic30')} numeric>
        {traffic && bytes(traffic.up_bytes + traffic.down_bytes)}
      </Cell>
    </Row>
  );
}

function AutoRenew({ proxy: { proxy_id: id, expires_at: end, auto_renew: on, renewable } }: { proxy: ListedProxy }) {
  const t = useTranslations('proxies');
  const autoRenew = useAutoRenew();
  if (!renewable || new Date(end) <= new Date()) return null;
  return (
    <Switch
      size="xs"
      aria-label={t('autoRenewOne', { id })}
      checked={autoRenew.isPending ? autoRenew.variables.on : on}
      disabled={autoRenew.isPending}
      onChange={(event) => autoRenew.mutate({ proxies: { ids: [id] }, on: event.currentTarget.checked })}
    />
  );
}

/** Copies `host:port:user:pass`, which is fetched for it. */
function CopyCredential({ proxyId }: { proxyId: string }) {
  const t = useTranslations('proxies');
  const { mutate, status, reset } = useCredentials();
  useEffect(() => {
    if (status !== 'success' && status !== 'error') return;
    const timer = setTimeout(reset, 2_500);
    return () => clearTimeout(timer);
  }, [status, reset]);
  const Icon = { idle: IconCopy, pending: IconCopy, success: IconCheck, error: IconX }[status];
  const said = { idle: '', pending: '', success: t('copied'), error: t('couldNotCopy') }[status];
  const what = t('copyCredential', { id: proxyId });
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c={status === 'success' ? 'var(--good)' : status === 'error' ? 'var(--bad)' : 'dimmed'}
        size="md"
        loading={status === 'pending'}
        onClick={() => mutate({ wanted: [proxyId], format: 'access', to: 'clipboard' })}
        aria-label={what}
        title={said || what}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
      <Announcement>{said}</Announcement>
    </>
  );
}
