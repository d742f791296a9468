/** A line or block of code with a button that copies it. */
import classes from './code-line.module.css';
import { CopyIcon } from './copy.tsx';

/** @param what names it for the copy button. */
export function CodeLine({ code, what }: { code: string; what: string }) {
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to be able to do that. */}
      <section className={classes.scroll} tabIndex={0} aria-label={what}>
        <pre className={classes.code}>
          <code>{code}</code>
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyIcon text={code} what={what} />
      </div>
    </div>
  );
}
