/** Lays out text for people: aligned tables, lists of facts, moments and numbers. */
import { type Cents, formatEuros } from '#server/kernel/money.ts';
import { toPercent } from '#server/kernel/percent.ts';

/** A column: its title, and `right` for numbers. */
export interface Column {
  readonly title: string;
  readonly right?: boolean;
}

/** A table with aligned columns. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (columns[index]?.right ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ title }) => title)), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Facts, one a line: what, and what it is. */
export function facts(entries: readonly (readonly [what: string, is: string])[]): string {
  const width = Math.max(...entries.map(([what]) => what.length));
  return entries.map(([what, is]) => `${what.padEnd(width)}  ${is}`).join('\n');
}

export const money = (amount: Cents): string => `${formatEuros(amount)} €`;

/** Basis points as per cent: `12.5 %`. */
export const percentText = (basisPoints: number): string => `${toPercent(basisPoints)} %`;

/** A moment in UTC, to the second. */
export const momentText = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** `1 proxy`, `2 proxies`. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
