/** What a list comes to, above it, with what can be done about all of it. */
import type { ReactNode } from 'react';
import classes from './sums.module.css';

export function Sums({ children }: { children: ReactNode }) {
  return <div className={classes.sums}>{children}</div>;
}
