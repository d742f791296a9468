/** Bars over a row of days, against a scale. The table beside a chart says the same in figures. */
import classes from './day-chart.module.css';
import { scaleOf } from './scale.ts';

/** Steps of the scale. */
const STEPS = 4;
/** Days from one that is named to the next. */
const NAMED = 7;

/** A bar from one value to another. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  /** `main` where absent; `part` is narrow, to stand in front of the whole. */
  readonly look?: 'part' | 'bad' | 'good' | 'plain';
}

interface Props {
  /** Oldest first: what a day is called under the chart, what is told of it, and its bars. */
  days: readonly { readonly name: string; readonly title: string; readonly bars: readonly Bar[] }[];
  /** Writes a value of the scale. */
  figure: (value: number) => string;
  /** Whether what is drawn is counted. */
  whole?: boolean;
}

export function DayChart({ days, figure, whole = false }: Props) {
  const values = days.flatMap(({ bars }) => bars.flatMap(({ from, to }) => [from, to]));
  const scale = scaleOf(values, STEPS, whole);
  const [low = 0, high = 1] = [scale[0], scale.at(-1)];
  const height = (value: number) => ((value - low) / (high - low)) * 100;
  return (
    <div className={classes.chart}>
      <div className={classes.scale}>
        {scale.map((value) => (
          <span key={value} className={classes.figure}>
            {figure(value)}
          </span>
        ))}
      </div>
      <div className={classes.plot}>
        {scale.map((value) => (
          <div
            key={value}
            className={classes.line}
            data-zero={value === 0 || undefined}
            style={{ bottom: `${height(value)}%` }}
          />
        ))}
        {days.map(({ name, title, bars }) => (
          <div key={name} className={classes.day} title={title}>
            {bars.map(({ from, to, look }) => {
              const [bottom, top] = [Math.min(from, to), Math.max(from, to)];
              return (
                <div
                  key={look ?? 'main'}
                  className={classes.bar}
                  data-look={look}
                  style={{ bottom: `${height(bottom)}%`, height: `${height(top) - height(bottom)}%` }}
                />
              );
            })}
          </div>
        ))}
      </div>
      <div className={classes.days}>
        {days.map(({ name }, nth) => (
          <span key={name} className={classes.name}>
            {nth % NAMED === 0 && days.length - nth > 2 && name}
          </span>
        ))}
      </div>
    </div>
  );
}
