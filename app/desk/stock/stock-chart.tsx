'use client';
/** A small line of the free addresses from now on, day by day. The figures beside it say what matters of it. */
import '@mantine/charts/styles.css';
import { Sparkline } from '@mantine/charts';

export function StockChart({ height, free }: { height: number; free: number[] }) {
  return <Sparkline h={height} data={free} curveType="linear" color="accent.6" fillOpacity={0.2} strokeWidth={1.5} />;
}
