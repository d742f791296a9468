/** A list of facts: what each is, how it stands, and what can be done about it. */
import type { ReactNode } from 'react';
import classes from './facts.module.css';

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function Fact({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {action && <dd className={classes.action}>{action}</dd>}
    </div>
  );
}
