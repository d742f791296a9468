/** How much of something is left, as a bar. The words beside it say the same, so that screen readers need not hear it twice. */
import classes from './meter.module.css';

export function Meter({ left, of }: { left: number; of: number }) {
  const share = of > 0 ? Math.min(1, left / of) : 0;
  return (
    <div aria-hidden className={classes.meter}>
      <div className={classes.left} data-low={share < 0.2 || undefined} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
