/** Which part of a list is shown, and the ways to the next. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import classes from './pages.module.css';

interface Props {
  /** Counts from 1. */
  page: number;
  pageSize: number;
  total: number;
  /** Of a page. */
  address: (page: number) => string;
  /** What the ways to the neighbours are called. */
  previous: string;
  next: string;
}

export function Pages({ page, pageSize, total, address, previous, next }: Props) {
  const t = useTranslations('ui');
  const format = useFormatter();
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  if (total <= pageSize) return <p className={classes.range}>{format.number(total)}</p>;
  return (
    <nav className={classes.pages} aria-label={t('pages')}>
      <p className={classes.range}>{t('range', { first, last, total })}</p>
      <Step to={page > 1 ? address(page - 1) : null} label={previous}>
        <IconChevronLeft size={16} aria-hidden />
      </Step>
      <Step to={last < total ? address(page + 1) : null} label={next}>
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
    <Link className={classes.step} href={to} aria-label={label} title={label} scroll>
      {children}
    </Link>
  );
}
