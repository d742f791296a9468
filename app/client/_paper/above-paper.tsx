/** What stands above a document on the screen and does not go to the printer: title, actions, notices. */
import type { ReactNode } from 'react';
import { PageHead } from '#app/_ui/panel.tsx';
import classes from './above-paper.module.css';

export function AbovePaper({ title, actions, children }: { title: string; actions: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.above}>
      <PageHead title={title} actions={<div className={classes.actions}>{actions}</div>} />
      {children}
    </div>
  );
}
