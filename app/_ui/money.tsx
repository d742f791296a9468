/** Amounts as people read them. */
import classes from './money.module.css';

const format = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

/** `€1,234.50`: always with the sign and two decimals. */
export function formatMoney(euros: number): string {
  return format.format(euros);
}

const signedFormat = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR', signDisplay: 'exceptZero' });

/** An amount in figures of one width. @param signed where it is a movement: what comes in has a plus. */
export function Money({ euros, signed = false }: { euros: number; signed?: boolean }) {
  return <span className={classes.money}>{signed ? signedFormat.format(euros) : formatMoney(euros)}</span>;
}
