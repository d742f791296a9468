/** A part of what there is to say about a proxy, under a heading of its own. */
import type { ReactNode } from 'react';
import classes from './part.module.css';

export function Part({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <div className={classes.head}>
        <h3>{title}</h3>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
