'use client';
/** The tabs of an area of the site. */
import type { IconHome } from '@tabler/icons-react';
import Link, { useLinkStatus } from 'next/link';
import { usePathname } from 'next/navigation';
import classes from './tab-list.module.css';

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
