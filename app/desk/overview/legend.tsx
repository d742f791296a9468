/** What the colours of a chart stand for. */
import classes from './legend.module.css';

interface Entry {
  readonly look: 'bad' | 'good' | 'plain' | 'nothing';
  readonly name: string;
}

export function Legend({ of: entries }: { of: readonly Entry[] }) {
  return (
    <ul className={classes.legend}>
      {entries.map(({ look, name }) => (
        <li key={look} data-look={look}>
          {name}
        </li>
      ))}
    </ul>
  );
}
