'use client';
/** One figure of the overview under its name. */
import { Skeleton, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import classes from './stat.module.css';

/** @param query what the figure comes from. */
export function Stat({
  label,
  query,
  hint,
  children,
}: {
  label: string;
  query: { isPending: boolean; isError: boolean; refetch: () => unknown };
  hint: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations('overview');
  return (
    <section className={classes.stat} aria-label={label}>
      <h2 className={classes.label}>{label}</h2>
      {query.isPending ? (
        <Skeleton height={28} width="60%" radius="sm" />
      ) : query.isError ? (
        <UnstyledButton className={classes.retry} onClick={() => query.refetch()}>
          {t('retry')}
        </UnstyledButton>
      ) : (
        <>
          <div className={classes.value}>{children}</div>
          <p className={classes.hint}>{hint}</p>
        </>
      )}
    </section>
  );
}
