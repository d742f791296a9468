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

/** @param label the column's, shown beside the value where the row is a card. @param lead heads the card, without a label. */
export function Cell({
  label,
  numeric = false,
  lead = false,
  children,
}: {
  label: string;
  numeric?: boolean;
  lead?: boolean;
  children: ReactNode;
}) {
  return (
    <td data-label={label} data-numeric={numeric || undefined} data-lead={lead || undefined}>
      {children}
    </td>
  );
}
