'use client';
/** Bars of what was spent, one for each day. The table beside it says the same in figures. */
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';

interface Props {
  height: number;
  /** What a bar is of. */
  label: string;
  /** Oldest first; `day` as it is shown, `spent` in euros. */
  days: { day: string; spent: number }[];
  /** Writes an amount in euros. */
  amount: (euros: number) => string;
}

export function SpendingChart({ height, label, days, amount }: Props) {
  return (
    <BarChart
      h={height}
      data={days}
      dataKey="day"
      series={[{ name: 'spent', label, color: 'accent.6' }]}
      valueFormatter={amount}
      gridAxis="x"
      tickLine="none"
      yAxisProps={{ width: 72, tickCount: 4 }}
      xAxisProps={{ interval: 6 }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
