/** `bench -- gateway`: the entry point beside proxy servers of other makers. Linux only: it reads /proc. */
import type { ScratchCluster } from '../../harness/cluster.ts';
import { scratchFolder } from '../../harness/cluster.ts';
import { type BulkShape, bulkRound } from './bulk.ts';
import type { Contender, Program } from './contender.ts';
import { entryPoint } from './our-entry-point.ts';
import { CLIENTS, handshakeRound } from './handshakes.ts';
import { holdMany, idleRound } from './idle.ts';
import { type Load, startLoad } from './load.ts';
import { installedPeers } from './peers.ts';
import { compareContenders, summary } from './rounds.ts';

interface Options {
  readonly rounds: number;
  readonly seconds: number;
  /** To hold in one entry point. */
  readonly tunnels: number;
  progress(line: string): void;
}

/** Idle tunnels for which servers are compared. */
const IDLE_TUNNELS = 5_000;
/** Every round of idle tunnels starts the servers anew, since memory that was once used counts as free: a few must do. */
const IDLE_ROUNDS = 3;

const bulkShapes: Readonly<Record<string, BulkShape>> = {
  download_1_tunnel: { direction: 'download', tunnels: 1 },
  upload_1_tunnel: { direction: 'upload', tunnels: 1 },
  download_8_tunnels: { direction: 'download', tunnels: 8 },
};

/** @returns what each server costs, with ratios to microsocks where that is installed. */
export async function gateway(cluster: ScratchCluster, options: Options) {
  if (process.platform !== 'linux') throw new Error('This benchmark reads /proc, which only Linux has.');
  const { programs: peers, missing } = await installedPeers();
  for (const one of missing) options.progress(`not compared with ${one}`);
  const ours = await entryPoint(cluster);
  const programs = [ours, ...peers];
  const folder = await scratchFolder();
  const load = await startLoad();
  try {
    return {
      bench: 'gateway',
      clients: CLIENTS,
      rounds: options.rounds,
      seconds_a_round: options.seconds,
      missing: missing.join('; ') || 'none',
      ...(await atWork(programs, folder.path, load, options)),
      idle: { tunnels: Math.min(IDLE_TUNNELS, options.tunnels), ...(await idle(programs, folder.path, load, options)) },
      held: await withRunning(ours, folder.path, (contender) => {
        options.progress(`holding ${options.tunnels} tunnels`);
        return holdMany(contender, options.tunnels);
      }),
    };
  } finally {
    await load.stop();
    await folder.remove();
  }
}

/** Handshakes and bulk, all servers running side by side and working in turn. */
async function atWork(programs: readonly Program[], folder: string, load: Load, { rounds, seconds, progress }: Options) {
  const contenders: Contender[] = [];
  try {
    for (const program of programs) contenders.push(await program.start(folder));
    const handshake = await compareContenders(contenders, rounds, 'cpu_us', (contender, round) => {
      progress(`handshakes, round ${round} of ${rounds}: ${contender.name}`);
      return handshakeRound(contender, load, seconds);
    });
    const bulk: Record<string, object> = {};
    for (const [name, shape] of Object.entries(bulkShapes)) {
      bulk[name] = await compareContenders(contenders, rounds, 'cpu_s_a_gb', (contender, round) => {
        progress(`${name}, round ${round} of ${rounds}: ${contender.name}`);
        return bulkRound(contender, load, shape, seconds);
      });
    }
    return { handshake, ...bulk };
  } finally {
    for (const contender of contenders) await contender.stop();
  }
}

async function idle(programs: readonly Program[], folder: string, load: Load, { rounds, tunnels, progress }: Options) {
  const results = new Map(programs.map(({ name }): [string, Awaited<ReturnType<typeof idleRound>>[]] => [name, []]));
  for (let round = 1; round <= Math.min(rounds, IDLE_ROUNDS); round += 1) {
    for (const program of programs) {
      progress(`idle tunnels, round ${round}: ${program.name}`);
      const numbers = await withRunning(program, folder, (contender) =>
        idleRound(contender, load, Math.min(IDLE_TUNNELS, tunnels)),
      );
      results.get(program.name)?.push(numbers);
    }
  }
  return summary(results, 'kb_a_tunnel');
}

async function withRunning<T>(program: Program, folder: string, use: (contender: Contender) => Promise<T>): Promise<T> {
  const contender = await program.start(folder);
  try {
    return await use(contender);
  } finally {
    await contender.stop();
  }
}
