'use client';
/** One proxy of the list. */
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Announcement } from '#app/_ui/announcement.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { formatBytes } from '#app/_ui/bytes.ts';
import { Moment } from '#app/_ui/moment.tsx';
import { Cell, Row } from '#app/_ui/table.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import { type ListedProxy, listLimits, type Traffic } from '#server/plugins/proxies/schema.ts';
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
  const { proxy_id: id, username, country } = proxy;
  return (
    <Row>
      <Cell label="Proxy" inCard="lead">
        <div className={classes.proxy}>
          <Checkbox
            size="xs"
            aria-label={`Choose ${id}`}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <div className={classes.names}>
            <span className={classes.id}>{id}</span>
            <span className={classes.username}>{username}</span>
          </div>
          <div className={classes.actions}>
            <CopyCredential proxyId={id} />
            <Button size="compact-xs" h={26} variant="default" onClick={onUse} aria-label={`Use ${id}`}>
              Use
            </Button>
          </div>
        </div>
      </Cell>
      <Cell label="Country" inCard="third">
        {countryNames[country]}
      </Cell>
      <Cell label="Bought" inCard="third">
        <Moment at={proxy.created_at} />
      </Cell>
      <Cell label="Expires" inCard="third">
        <span className={classes.expiry}>
          <Moment at={proxy.expires_at} />
          <Expiry at={new Date(proxy.expires_at)} />
        </span>
      </Cell>
      <Cell label="Traffic, 30 days" numeric>
        {traffic && formatBytes(traffic.up_bytes + traffic.down_bytes)}
      </Cell>
    </Row>
  );
}

function Expiry({ at }: { at: Date }) {
  const days = (at.getTime() - Date.now()) / (24 * 60 * 60 * 1_000);
  if (days <= 0) return <Badge tone="plain">Expired</Badge>;
  return days <= listLimits.soonDays && <Badge tone="warn">Soon</Badge>;
}

const said = {
  idle: '',
  pending: '',
  success: 'Copied',
  error: 'Could not copy: use the button “Use” instead',
} as const;

/** Copies `host:port:user:pass`, which is fetched for it. */
function CopyCredential({ proxyId }: { proxyId: string }) {
  const { mutate, status, reset } = useCredentials();
  useEffect(() => {
    if (status !== 'success' && status !== 'error') return;
    const timer = setTimeout(reset, 2_500);
    return () => clearTimeout(timer);
  }, [status, reset]);
  const Icon = { idle: IconCopy, pending: IconCopy, success: IconCheck, error: IconX }[status];
  const what = `Copy credential of ${proxyId}`;
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
        title={said[status] || what}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
      <Announcement>{said[status]}</Announcement>
    </>
  );
}
