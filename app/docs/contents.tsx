/** The table of contents: at the side, and on a phone to be unfolded. */
import classes from './contents.module.css';

interface Section {
  id: string;
  label: string;
  /** A route's method and path. */
  code?: boolean;
}

export function Contents({ sections }: { sections: readonly Section[] }) {
  const links = (
    <ul>
      {sections.map(({ id, label, code }) => (
        <li key={id}>
          <a href={`#${id}`}>{code ? <code>{label}</code> : label}</a>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav className={classes.side} aria-label="Contents">
        <p className={classes.title}>On this page</p>
        {links}
      </nav>
      <details className={classes.folded}>
        <summary>On this page</summary>
        <nav aria-label="Contents, folded">{links}</nav>
      </details>
    </>
  );
}
