/** A state in a word. The colour only repeats what the word says. */
import type { ReactNode } from 'react';
import classes from './badge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'plain' | 'accent';

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
