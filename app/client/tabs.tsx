'use client';
/** The tabs of the client area. */
import {
  IconBook2,
  IconFileInvoice,
  IconHeadset,
  IconHome,
  IconKey,
  IconServer2,
  IconShoppingCart,
  IconUserCircle,
  IconWallet,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { TabList } from '#app/_area/tab-list.tsx';
import type { NavigationEntry } from '#server/kernel/plugin.ts';

const icons = {
  account: IconUserCircle,
  balance: IconWallet,
  buy: IconShoppingCart,
  desk: IconHeadset,
  invoices: IconFileInvoice,
  overview: IconHome,
  proxies: IconServer2,
  resale: IconBook2,
  reseller: IconKey,
} as const satisfies Record<NavigationEntry['name'], unknown>;

export function Tabs({ tabs }: { tabs: readonly NavigationEntry[] }) {
  const t = useTranslations('tabs');
  return (
    <TabList
      label={t('clientArea')}
      home="/client"
      tabs={tabs.map(({ href, name }) => ({ href, label: t(name), Icon: icons[name] }))}
    />
  );
}
