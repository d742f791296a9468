'use client';
/** Bars of a proxy's traffic, one for each day. The table beside it says the same in figures. */
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useTranslations } from 'next-intl';
import { useBytes } from '#app/_ui/bytes.ts';

interface Day {
  /** As it is shown. */
  readonly day: string;
  readonly up_bytes: number;
  readonly down_bytes: number;
}

/** @param days oldest first. */
export function TrafficChart({ days }: { days: Day[] }) {
  const t = useTranslations('proxies');
  const bytes = useBytes();
  const busiest = days.reduce((most, day) => (day.up_bytes + day.down_bytes > most.up_bytes + most.down_bytes ? day : most));
  const amount = bytes(busiest.up_bytes + busiest.down_bytes);
  const label = t('chart', { days: String(days.length), day: busiest.day, amount });
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={150}
        data={days}
        dataKey="day"
        type="stacked"
        series={[
          { name: 'down_bytes', label: t('down'), color: 'accent.6' },
          { name: 'up_bytes', label: t('up'), color: 'accent.3' },
        ]}
        valueFormatter={bytes}
        gridAxis="x"
        tickLine="none"
        withLegend
        yAxisProps={{ width: 58, tickCount: 4 }}
        xAxisProps={{ interval: 6 }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
