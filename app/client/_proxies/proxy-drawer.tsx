'use client';
/** Everything about one proxy, at the side of the page that it was opened from. */
import { Drawer } from '@mantine/core';
import { useTranslations } from 'next-intl';
import classes from './proxy-drawer.module.css';
import { Traffic } from './traffic.tsx';
import { UseProxy } from './use-proxy.tsx';
import { Validity } from './validity.tsx';

interface Props {
  opened: boolean;
  /** Also while the drawer slides out. */
  proxyId: string;
  checkUrl: string;
  onClose: () => void;
}

export function ProxyDrawer({ opened, proxyId, checkUrl, onClose }: Props) {
  const t = useTranslations('proxies');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="36rem"
      title={<code>{proxyId}</code>}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.parts}>
        <UseProxy proxyId={proxyId} checkUrl={checkUrl} />
        <Validity proxyId={proxyId} />
        <Traffic proxyId={proxyId} />
      </div>
    </Drawer>
  );
}
