/** The public pages. */
import type { ReactNode } from 'react';
import { SiteFrame } from '#app/_ui/site-frame.tsx';

export default function SiteLayout({ children }: { children: ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>;
}
