'use client';
/** The line of what an order costs by its quantity: it falls where a larger order costs less. */
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';

interface Props {
  height: number;
  /** In euros. */
  costs: { qty: number; cost: number }[];
  /** Writes an amount in euros. */
  amount: (euros: number) => string;
}

export function CostChart({ height, costs, amount }: Props) {
  return (
    <LineChart
      h={height}
      data={costs}
      dataKey="qty"
      series={[{ name: 'cost', label: 'An order costs', color: 'accent.6' }]}
      valueFormatter={amount}
      curveType="linear"
      withDots={false}
      gridAxis="x"
      tickLine="none"
      yAxisProps={{ width: 72, tickCount: 4 }}
      xAxisProps={{ interval: 8 }}
      lineChartProps={{ accessibilityLayer: false }}
    />
  );
}
