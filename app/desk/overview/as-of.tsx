'use client';
/** Keeps the overview current while somebody looks at it, and says of when it is. */
import { useQueries } from '@tanstack/react-query';
import { useFormatter } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useZone } from '#app/_ui/use-zone.ts';
import classes from '../desk.module.css';
import { overviewQueries } from './queries.ts';

/** Between two looks. A tab that is out of sight does not look. */
const REFRESH_MS = 45_000;

export function AsOf() {
  const procedures = useProcedures();
  const format = useFormatter();
  const timeZone = useZone();
  const queries = useQueries({
    queries: overviewQueries(procedures).map((query) => ({ ...query, refetchInterval: REFRESH_MS })),
  });
  // Of the figures that are there the oldest: one that could not be fetched again is what it was.
  const known = queries.flatMap(({ dataUpdatedAt }) => (dataUpdatedAt > 0 ? [dataUpdatedAt] : []));
  if (known.length === 0) return null;
  const oldest = new Date(Math.min(...known));
  return (
    <p className={classes.quiet}>
      As of{' '}
      <time dateTime={oldest.toISOString()}>{format.dateTime(oldest, { timeStyle: 'medium', hourCycle: 'h23', timeZone })}</time>
      {queries.some(({ isError }) => isError) && ', some could not be refreshed'}
    </p>
  );
}
