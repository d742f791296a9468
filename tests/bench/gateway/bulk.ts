/** What it costs to pass bytes through tunnels, as fast as it goes. */
import type { Contender } from './contender.ts';
import type { Load } from './load.ts';
import { cpuMicroseconds } from './process-tree.ts';

export interface BulkShape {
  readonly direction: 'download' | 'upload';
  readonly tunnels: number;
}

/** One round: throughput, and CPU time a gigabyte (10⁹ bytes). @throws Error where a tunnel was cut. */
export async function bulkRound(contender: Contender, load: Load, { direction, tunnels }: BulkShape, seconds: number) {
  const port = direction === 'download' ? load.target.source : load.target.sink;
  const before = await cpuMicroseconds(contender.pid);
  const result = await load.run({ job: 'bulk', way: contender, direction, port, tunnels, seconds });
  const cpu = (await cpuMicroseconds(contender.pid)) - before;
  if (result.failed > 0) throw new Error(`${contender.name}: ${result.failed} of ${tunnels} tunnels were cut`);
  return { mb_per_second: result.bytes / 1e6 / result.seconds, cpu_s_a_gb: (cpu * 1_000) / result.bytes };
}
