/** Something of the account: what it is, how it stands, and what can be done about it. */
import type { ReactNode } from 'react';
import classes from './account.module.css';

export function Fact({ name, action, children }: { name: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className={classes.actions}>{action}</dd>
    </div>
  );
}
