/** A line or block of code with a button that copies it. */
import classes from './code-line.module.css';
import { CopyIcon } from './copy.tsx';

interface Props {
  code: string;
  what: string;
  shown?: string;
  copyable?: boolean;
}

/**
 * @param what names it for the copy button.
 * @param shown stands in its place on the screen, where the code holds a secret.
 * @param copyable false where there is nothing to copy, for the secret is not there.
 */
export function CodeLine({ code, what, shown = code, copyable = true }: Props) {
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to be able to do that. */}
      <section className={classes.scroll} tabIndex={0} aria-label={what}>
        <pre className={classes.code}>
          <code>{shown}</code>
        </pre>
      </section>
      {copyable && (
        <div className={classes.copy}>
          <CopyIcon text={code} what={what} />
        </div>
      )}
    </div>
  );
}
