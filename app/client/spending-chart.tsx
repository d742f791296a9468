/** Bars of an amount, one for each day, such as what was spent. The table beside it says the same in figures. */
import { scaleOf } from './scale.ts';
import classes from './spending-chart.module.css';

/** Steps of the scale. */
const STEPS = 4;
/** Days from one that is named to the next. */
const NAMED = 7;

interface Props {
  /** Oldest first; `day` as it is shown, `spent` in euros, below zero where more was given back, and a part of it that is told apart. */
  days: readonly { readonly day: string; readonly spent: number; readonly part?: number }[];
  /** Writes an amount in euros. */
  amount: (euros: number) => string;
}

export function SpendingChart({ days, amount }: Props) {
  const scale = scaleOf(
    days.flatMap(({ spent, part = 0 }) => [spent, part]),
    STEPS,
  );
  const [low = 0, high = 1] = [scale[0], scale.at(-1)];
  const height = (euros: number) => `${((euros - low) / (high - low)) * 100}%`;
  const bar = (euros: number) => ({ bottom: height(Math.min(0, euros)), height: `${(Math.abs(euros) / (high - low)) * 100}%` });
  return (
    <div className={classes.chart}>
      <div className={classes.scale}>
        {scale.map((euros) => (
          <span key={euros} className={classes.figure}>
            {amount(euros)}
          </span>
        ))}
      </div>
      <div className={classes.plot}>
        {scale.map((euros) => (
          <div key={euros} className={classes.line} data-zero={euros === 0 || undefined} style={{ bottom: height(euros) }} />
        ))}
        {days.map(({ day, spent, part }) => (
          <div
            key={day}
            className={classes.day}
            title={[`${day}: ${amount(spent)}`, ...(part === undefined ? [] : [amount(part)])].join(', ')}
          >
            <div className={classes.bar} style={bar(spent)} />
            {part !== undefined && <div className={classes.bar} data-part style={bar(part)} />}
          </div>
        ))}
      </div>
      <div className={classes.days}>
        {days.map(({ day }, nth) => (
          <span key={day} className={classes.name}>
            {nth % NAMED === 0 && days.length - nth > 2 && day}
          </span>
        ))}
      </div>
    </div>
  );
}
