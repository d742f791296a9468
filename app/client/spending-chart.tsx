/** Bars of what was spent, one for each day. */
import { DayChart } from '#app/_ui/day-chart.tsx';

interface Props {
  /** Oldest first; `day` as it is shown, `spent` in euros, below zero where more was given back. */
  days: readonly { readonly day: string; readonly spent: number }[];
  /** Writes an amount in euros. */
  amount: (euros: number) => string;
}

export function SpendingChart({ days, amount }: Props) {
  return (
    <DayChart
      days={days.map(({ day, spent }) => ({ name: day, title: `${day}: ${amount(spent)}`, bars: [{ from: 0, to: spent }] }))}
      figure={amount}
    />
  );
}
