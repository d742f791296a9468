/** What a chart shows, in figures: a table that is folded away until somebody asks for it. */
import type { ReactNode } from 'react';
import classes from './in-figures.module.css';

export function InFigures({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={classes.details}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
