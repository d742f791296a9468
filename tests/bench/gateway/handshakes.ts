/** What a handshake costs: connect, authenticate, CONNECT, one byte there and back, close. */
import type { Contender } from './contender.ts';
import type { Load } from './load.ts';
import { cpuMicroseconds } from './process-tree.ts';

/** Handshakes that go on at the same time. */
export const CLIENTS = 32;

/** One round: rate, CPU time a handshake, and clients that the server turned away. */
export async function handshakeRound(contender: Contender, load: Load, seconds: number) {
  const before = await cpuMicroseconds(contender.pid);
  const result = await load.run({ job: 'handshakes', way: contender, echoPort: load.target.echo, clients: CLIENTS, seconds });
  const cpu = (await cpuMicroseconds(contender.pid)) - before;
  return { per_second: result.tunnels / result.seconds, cpu_us: cpu / result.tunnels, failed: result.failed };
}
