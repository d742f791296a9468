/** Amounts as people read them. */
import classes from './money.module.css';

const format = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

/** `€1,234.50`: always with the sign and two decimals. */
export function formatMoney(euros: number): string {
  return format.format(euros);
}

/** An amount in figures of one width. */
export function Money({ euros }: { euros: number }) {
  return <span className={classes.money}>{formatMoney(euros)}</span>;
}
