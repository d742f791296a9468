/** A line or block of code with a button that copies it. */
import classes from './code-line.module.css';
import { CopyIcon } from './copy.tsx';

/** @param what names it for the copy button. @param wrap breaks long lines instead of scrolling them. */
export function CodeLine({ code, what, wrap = false }: { code: string; what: string; wrap?: boolean }) {
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to be able to do that. */}
      <section className={classes.scroll} tabIndex={0} aria-label={what}>
        <pre className={classes.code} data-wrap={wrap || undefined}>
          <code>{code}</code>
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyIcon text={code} what={what} />
      </div>
    </div>
  );
}
