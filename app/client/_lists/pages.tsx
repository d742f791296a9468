'use client';
/** Which part of a list is shown, and the ways to the next. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import classes from './pages.module.css';

interface Props {
  page: number;
  pageSize: number;
  total: number;
  /** The address of a page. */
  pathOf: (page: number) => string;
}

export function Pages({ page, pageSize, total, pathOf }: Props) {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  if (total <= pageSize) return null;
  return (
    <nav className={classes.pages} aria-label="Pages">
      <p className={classes.range}>
        {first}–{last} of {total}
      </p>
      <Step to={page > 1 ? pathOf(page - 1) : null} label="Newer">
        <IconChevronLeft size={16} aria-hidden />
      </Step>
      <Step to={last < total ? pathOf(page + 1) : null} label="Older">
        <IconChevronRight size={16} aria-hidden />
      </Step>
    </nav>
  );
}

function Step({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  if (to === null) {
    return (
      <span className={classes.step} data-off aria-hidden>
        {children}
      </span>
    );
  }
  return (
    <Link className={classes.step} href={to} aria-label={label} title={label}>
      {children}
    </Link>
  );
}
