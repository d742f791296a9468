/** Amounts as people read them. */
import { useFormatter } from 'next-intl';
import classes from './money.module.css';

/** Writes amounts in euros in the reader's form, for where they stand within a text: `€1,234.50`. */
export function useMoney(): (euros: number) => string {
  const format = useFormatter();
  return (euros) => format.number(euros, 'money');
}

/** An amount in figures of one width. @param signed where it is a movement: what comes in has a plus. */
export function Money({ euros, signed = false }: { euros: number; signed?: boolean }) {
  const format = useFormatter();
  return <span className={classes.money}>{format.number(euros, signed ? 'movement' : 'money')}</span>;
}
