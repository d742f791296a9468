'use client';
/** The tabs of the desk. */
import { IconArrowBackUp, IconGauge, IconHistory, IconNetwork, IconReceipt2, IconScale, IconUsers } from '@tabler/icons-react';
import { type Tab, TabList } from '#app/_area/tab-list.tsx';

const tabs: readonly Tab[] = [
  { href: '/desk', label: 'Overview', Icon: IconGauge },
  { href: '/desk/settlement', label: 'Settlement', Icon: IconScale },
  { href: '/desk/accounts', label: 'Accounts', Icon: IconUsers },
  { href: '/desk/stock', label: 'Stock', Icon: IconNetwork },
  { href: '/desk/prices', label: 'Prices', Icon: IconReceipt2 },
  { href: '/desk/audit', label: 'Audit', Icon: IconHistory },
  { href: '/client', label: 'Client area', Icon: IconArrowBackUp },
];

export function DeskTabs() {
  return <TabList label="Support desk" home="/desk" tabs={tabs} />;
}
