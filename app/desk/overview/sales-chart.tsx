'use client';
/** Two bars a day: sales and margin. The table beside it says the same in figures. */
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';

interface Props {
  height: number;
  /** Oldest first; `day` as it is shown, amounts in euros. */
  days: { day: string; sales: number; margin: number }[];
  /** Writes an amount in euros. */
  amount: (euros: number) => string;
}

export function SalesChart({ height, days, amount }: Props) {
  return (
    <BarChart
      h={height}
      data={days}
      dataKey="day"
      series={[
        { name: 'sales', label: 'Sales', color: 'accent.6' },
        { name: 'margin', label: 'Margin', color: 'teal.6' },
      ]}
      withLegend
      valueFormatter={amount}
      gridAxis="x"
      tickLine="none"
      yAxisProps={{ width: 72, tickCount: 4 }}
      xAxisProps={{ interval: 6 }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
