'use client';
/** The tabs of the desk. */
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { type Tab, TabList } from '../client/tabs.tsx';

const tabs: readonly Tab[] = [
  { href: '/desk/audit', label: 'Audit', Icon: IconHistory },
  { href: '/client', label: 'Client area', Icon: IconArrowBackUp },
];

export function DeskTabs() {
  return <TabList label="Support desk" home="/desk" tabs={tabs} />;
}
