/** Which part of the book is shown, and the ways to the next. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import classes from './pages.module.css';
import { pagePath } from './paging.ts';

export function Pages({ page, pageSize, total }: { page: number; pageSize: number; total: number }) {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  if (total <= pageSize) return <p className={classes.range}>{total}</p>;
  return (
    <nav className={classes.pages} aria-label="Pages">
      <p className={classes.range}>
        {first}–{last} of {total}
      </p>
      <Step to={page > 1 ? page - 1 : null} label="Newer proxies">
        <IconChevronLeft size={16} aria-hidden />
      </Step>
      <Step to={last < total ? page + 1 : null} label="Older proxies">
        <IconChevronRight size={16} aria-hidden />
      </Step>
    </nav>
  );
}

function Step({ to, label, children }: { to: number | null; label: string; children: ReactNode }) {
  if (to === null) {
    return (
      <span className={classes.step} data-off aria-hidden>
        {children}
      </span>
    );
  }
  return (
    <Link className={classes.step} href={pagePath(to)} aria-label={label} title={label} scroll>
      {children}
    </Link>
  );
}
