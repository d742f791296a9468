/** A line or block of code with a button that copies it. */
import classes from './code-line.module.css';
import { CopyIcon } from './copy.tsx';

/**
 * @param what names it for the copy button.
 * @param shown stands in its place on the screen, where the code holds a secret.
 */
export function CodeLine({ code, what, shown = code }: { code: string; what: string; shown?: string }) {
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to be able to do that. */}
      <section className={classes.scroll} tabIndex={0} aria-label={what}>
        <pre className={classes.code}>
          <code>{shown}</code>
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyIcon text={code} what={what} />
      </div>
    </div>
  );
}
