/** Terms in a frame, a line each, with what they are. */
import type { ReactNode } from 'react';
import classes from './definition-list.module.css';

export function DefinitionList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>;
}

export function Definition({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
