/** The proxies' tab: its messages appear at the edge of the page. */
import type { ReactNode } from 'react';
import { Toasts } from '#app/_ui/toasts.tsx';

export default function ProxiesLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toasts />
    </>
  );
}
