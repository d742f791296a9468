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
import Link, { useLinkStatus } from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { NavigationEntry } from '#server/kernel/plugin.ts';
import classes from './tabs.module.css';

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

/** A tab as it is shown. */
export interface Tab {
  readonly href: string;
  readonly label: string;
  readonly Icon: typeof IconHome;
}

/** @param home the first page of the area: every other stands under its path, which says nothing. */
export function TabList({ label, home, tabs }: { label: string; home: string; tabs: readonly Tab[] }) {
  const here = usePathname();
  const isWithin = (href: string) => href !== home && here.startsWith(`${href}/`);
  return (
    <nav aria-label={label}>
      <ul className={classes.tabs}>
        {tabs.map(({ href, label, Icon }) => {
          const current = here === href ? 'page' : isWithin(href) || undefined;
          return (
            <li key={href}>
              <Link href={href} className={classes.tab} aria-current={current} ref={current ? showInRow : null}>
                <Icon size={18} stroke={1.75} aria-hidden />
                {label}
                <Pending />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** On a phone the tabs are a row wider than the screen: moves that row, and nothing else of the page, until a tab is in its middle. */
function showInRow(tab: HTMLElement | null): void {
  const row = tab?.closest('ul');
  if (!tab || !row) return;
  const [at, within] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += at.left + at.width / 2 - (within.left + within.width / 2);
}

/** Says that the page is on its way, where that takes a while. */
function Pending() {
  const { pending } = useLinkStatus();
  return <span className={classes.pending} data-pending={pending || undefined} aria-hidden />;
}
