'use client';
/** The drawer of one proxy beside a list of them, loaded when it is first opened. */
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';

const ProxyDrawer = dynamic(() => import('./proxy-drawer.tsx').then((file) => file.ProxyDrawer));

/** @returns what opens it for a proxy, and the drawer itself, which stands behind the list. */
export function useProxyDrawer(checkUrl: string): { openDrawer: (proxyId: string) => void; drawer: ReactNode } {
  // The proxy stays known while the drawer slides out.
  const [shown, setShown] = useState<{ proxyId: string; opened: boolean } | null>(null);
  return {
    openDrawer: (proxyId) => setShown({ proxyId, opened: true }),
    drawer: shown && <ProxyDrawer {...shown} checkUrl={checkUrl} onClose={() => setShown({ ...shown, opened: false })} />,
  };
}
