/** A table with a head that stays in sight; on a phone its rows become cards. */
import type { ReactNode } from 'react';
import classes from './table.module.css';

export interface Column {
  readonly label: string;
  /** Figures stand at the right. */
  readonly numeric?: boolean;
  /** In per cent of the table's width. */
  readonly width?: number;
}

/** @param caption names the table for screen readers. */
export function Table({ caption, columns, children }: { caption: string; columns: readonly Column[]; children: ReactNode }) {
  return (
    <table className={classes.table} aria-label={caption}>
      <thead>
        <tr>
          {columns.map(({ label, numeric, width }) => (
            <th key={label} scope="col" data-numeric={numeric || undefined} style={width ? { width: `${width}%` } : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <tr>{children}</tr>;
}

/** How a cell stands in the card that its row becomes. */
type InCard =
  /** Heads the card, without a label. */
  | 'lead'
  /** Label at the left, value at the right. */
  | 'beside'
  /** Label above the value. */
  | 'below'
  /** Label above the value, three to a line. */
  | 'third';

/** @param label the column's, shown with the value where the row is a card. */
export function Cell({
  label,
  numeric = false,
  inCard = 'beside',
  children,
}: {
  label: string;
  numeric?: boolean;
  inCard?: InCard;
  children: ReactNode;
}) {
  return (
    <td data-label={label} data-numeric={numeric || undefined} data-in-card={inCard}>
      <div>{children}</div>
    </td>
  );
}
