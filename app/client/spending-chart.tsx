/** Bars of an amount, one for each day, such as what was spent. */
import { DayChart } from './day-chart.tsx';

interface Props {
  /** Oldest first; `day` as it is shown, `spent` in euros, below zero where more was given back, and a part of it that is told apart. */
  days: readonly { readonly day: string; readonly spent: number; readonly part?: number }[];
  /** Writes an amount in euros. */
  amount: (euros: number) => string;
}

export function SpendingChart({ days, amount }: Props) {
  return (
    <DayChart
      days={days.map(({ day, spent, part }) => ({
        name: day,
        title: [`${day}: ${amount(spent)}`, ...(part === undefined ? [] : [amount(part)])].join(', '),
        bars: [{ from: 0, to: spent }, ...(part === undefined ? [] : [{ from: 0, to: part, look: 'part' as const }])],
      }))}
      figure={amount}
    />
  );
}
