'use client';
/** Everything about one proxy, at the side of the page that it was opened from. */
import { Drawer } from '@mantine/core';
import classes from './proxy-drawer.module.css';
import { Traffic } from './traffic.tsx';
import { UseProxy } from './use-proxy.tsx';

interface Props {
  opened: boolean;
  /** Also while the drawer slides out; null before it was first opened. */
  proxyId: string | null;
  checkUrl: string;
  onClose: () => void;
}

export function ProxyDrawer({ opened, proxyId, checkUrl, onClose }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="36rem"
      title={proxyId && <code>{proxyId}</code>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Else screen readers would take the drawer's head for that of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {proxyId && (
        <div className={classes.parts}>
          <UseProxy proxyId={proxyId} checkUrl={checkUrl} />
          <Traffic proxyId={proxyId} />
        </div>
      )}
    </Drawer>
  );
}
