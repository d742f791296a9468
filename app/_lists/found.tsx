/** What a list found. It fades while something else is on its way. */
import type { ReactNode } from 'react';
import classes from './found.module.css';

/** @param stale whether what is shown is not what was asked for last. */
export function Found({ stale, children }: { stale: boolean; children: ReactNode }) {
  return (
    <div className={classes.found} data-stale={stale || undefined} aria-busy={stale}>
      {children}
    </div>
  );
}
