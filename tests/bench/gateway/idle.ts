/** What a tunnel costs that nothing passes through, and how many one entry point holds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, rounded } from '../rounds.ts';
import type { Contender } from './contender.ts';
import { type Load, startLoad } from './load.ts';
import { memoryKilobytes, openFilesLimit } from './process-tree.ts';

/** Tunnels of one load generator and its target: well below the usual limit of open files. */
const TUNNELS_A_LOAD = 8_000;
/** Files that a server needs beside those of its tunnels. */
const SPARE_FILES = 250;
/** What a server gets to come to rest. */
const REST_MS = 1_500;
/** New tunnels that are opened, one after the other, while the others are held. */
const PROBE_SECONDS = 2;

/**
 * Memory that `tunnels` idle tunnels add to a server that has done nothing before, in kilobytes a tunnel,
 * and that of the server at rest.
 * @throws Error where it did not take them all.
 */
export async function idleRound(contender: Contender, load: Load, tunnels: number) {
  const atRest = await memoryKilobytes(contender.pid);
  try {
    const { failed } = await load.run({ job: 'hold', way: contender, echoPort: load.target.echo, tunnels });
    if (failed > 0) throw new Error(`${contender.name} refused ${failed} of ${tunnels} tunnels`);
    await sleep(REST_MS);
    const holding = await memoryKilobytes(contender.pid);
    return { kb_a_tunnel: (holding - atRest) / tunnels, mb_at_rest: atRest / 1_024 };
  } finally {
    await load.run({ job: 'release' });
  }
}

/**
 * Holds `asked` idle tunnels in one process, or as many as its limit of open files allows, and opens new ones meanwhile.
 * @returns how many were held, why not more, and what a new tunnel took.
 */
export async function holdMany(contender: Contender, asked: number) {
  const limit = await openFilesLimit(contender.pid);
  const tunnels = Math.min(asked, Math.floor((limit - SPARE_FILES) / 2));
  const loads: Load[] = [];
  try {
    let held = 0;
    for (let left = tunnels; left > 0; left -= TUNNELS_A_LOAD) {
      const load = await startLoad();
      loads.push(load);
      const count = Math.min(left, TUNNELS_A_LOAD);
      held += (await load.run({ job: 'hold', way: contender, echoPort: load.target.echo, tunnels: count })).tunnels;
    }
    await sleep(REST_MS);
    const memory = await memoryKilobytes(contender.pid);
    const prober = await startLoad();
    loads.push(prober);
    const probe = {
      job: 'handshakes',
      way: contender,
      echoPort: prober.target.echo,
      clients: 1,
      seconds: PROBE_SECONDS,
    } as const;
    const { latencies, failed } = await prober.run(probe);
    return {
      asked,
      held,
      ...(tunnels < asked ? { limited_by: `${limit} open files a process, two a tunnel` } : {}),
      mb_in_all: rounded(memory / 1_024, 0),
      new_tunnel_p50_ms: rounded(percentile(latencies, 0.5), 2),
      new_tunnel_p99_ms: rounded(percentile(latencies, 0.99), 2),
      new_tunnels_failed: failed,
    };
  } finally {
    for (const load of loads) await load.stop();
  }
}
