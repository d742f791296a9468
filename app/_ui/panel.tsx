/** The parts that pages are laid out with: head, panel, and what stands in a place with nothing or with an error. */
import type { ReactNode } from 'react';
import classes from './panel.module.css';

/** A page's title, with what it is for and what one can do at the right. */
export function PageHead({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={classes.head}>
      <div className={classes.headText}>
        <h1>{title}</h1>
        {children && <p className={classes.quiet}>{children}</p>}
      </div>
      {actions}
    </header>
  );
}

/** A bordered section under a heading. */
export function Panel({
  title,
  id,
  description,
  actions,
  children,
}: {
  title: string;
  /** Names the section in the page. */
  id: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.panelHead}>
        <div>
          <h2 id={id}>{title}</h2>
          {description && <p className={classes.quiet}>{description}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** The padded inside of a panel; a table goes without. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className={classes.panelBody}>{children}</div>;
}

/** What a place says while there is nothing to show: why, and what to do. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.empty}>
      <span className={classes.emptyIcon} aria-hidden>
        {icon}
      </span>
      <h3>{title}</h3>
      <p className={classes.quiet}>{children}</p>
      {action}
    </div>
  );
}
