'use client';
/** Keeps the overview current while somebody looks at it, and says of when it is. */
import { useQueries } from '@tanstack/react-query';
import { useFormatter } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useZone } from '../../client/use-zone.ts';
import classes from '../desk.module.css';

/** Between two looks. A tab that is out of sight does not look. */
const REFRESH_MS = 45_000;

export function AsOf() {
  const { overview } = useProcedures().support;
  const format = useFormatter();
  const timeZone = useZone();
  const options = { refetchInterval: REFRESH_MS, refetchIntervalInBackground: false } as const;
  const queries = useQueries({
    queries: [
      { ...overview.sales.queryOptions(), ...options },
      { ...overview.stock.queryOptions(), ...options },
      { ...overview.failures.queryOptions(), ...options },
      { ...overview.suppliers.queryOptions(), ...options },
      { ...overview.claims.queryOptions(), ...options },
      { ...overview.invariants.queryOptions(), ...options },
    ],
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
