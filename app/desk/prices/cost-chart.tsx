/** The line of what an order costs by its quantity: it falls where a larger order costs less. */
import { scaleOf } from '#app/_ui/scale.ts';
import classes from './cost-chart.module.css';

/** Steps of the scale. */
const STEPS = 4;
/** Quantities from one that is named to the next. */
const NAMED = 10;

interface Props {
  /** In euros, by quantity; `most` is the largest there is. */
  costs: readonly { readonly qty: number; readonly cost: number }[];
  most: number;
  /** Writes an amount in euros. */
  amount: (euros: number) => string;
}

export function CostChart({ costs, most, amount }: Props) {
  const scale = scaleOf(
    costs.map(({ cost }) => cost),
    STEPS,
  );
  const high = scale.at(-1) || 1;
  const left = (qty: number) => ((qty - 1) / (most - 1)) * 100;
  const named = Array.from({ length: most / NAMED }, (_, nth) => (nth + 1) * NAMED);
  return (
    <div className={classes.chart}>
      <div className={classes.scale}>
        {scale.map((euros) => (
          <span key={euros}>{amount(euros)}</span>
        ))}
      </div>
      <div className={classes.plot}>
        {scale.map((euros) => (
          <div key={euros} className={classes.line} style={{ bottom: `${(euros / high) * 100}%` }} />
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <polyline points={costs.map(({ qty, cost }) => `${left(qty)},${100 - (cost / high) * 100}`).join(' ')} />
        </svg>
      </div>
      <div className={classes.quantities}>
        {[1, ...named].map((qty) => (
          <span key={qty} style={{ left: `${left(qty)}%` }}>
            {qty}
          </span>
        ))}
      </div>
    </div>
  );
}
