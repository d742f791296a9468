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
  children?: ReactNode;
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

/** What a place says while there is nothing to show: why, and what to do. @param page where it is all that the page says. */
export function Empty({
  page = false,
  icon,
  title,
  children,
  action,
}: {
  page?: boolean;
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  const Heading = page ? 'h1' : 'h3';
  return (
    <div className={classes.empty} data-page={page || undefined}>
      <span className={classes.emptyIcon} aria-hidden>
        {icon}
      </span>
      <Heading>{title}</Heading>
      <p className={classes.quiet}>{children}</p>
      {action}
    </div>
  );
}
