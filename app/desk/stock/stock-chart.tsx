/** A small line of the free addresses from now on, day by day. The figures beside it say what matters of it. */
import classes from './pool.module.css';

export function StockChart({ free }: { free: readonly number[] }) {
  const most = Math.max(1, ...free);
  const last = free.length - 1;
  const line = free.map((value, day) => `${day},${(1 - value / most) * 100}`).join(' ');
  return (
    <svg className={classes.line} viewBox={`0 -4 ${last} 108`} preserveAspectRatio="none" aria-hidden>
      <polygon points={`0,100 ${line} ${last},100`} />
      <polyline points={line} />
    </svg>
  );
}
