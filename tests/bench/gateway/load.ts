/** Programs that put load on a proxy server, in processes of their own so that their CPU time is not the server's. */
import { fork } from 'node:child_process';
import path from 'node:path';
import type { Contender } from './contender.ts';
import { endProcess } from './contender.ts';

/** A proxy server as the load generator needs to know it. */
export type Way = Pick<Contender, 'protocol' | 'logins' | 'port'>;

export type Job =
  /** Tunnels one after another by `clients` at a time: open, one byte there and back, close. */
  | {
      readonly job: 'handshakes';
      readonly way: Way;
      readonly echoPort: number;
      readonly clients: number;
      readonly seconds: number;
    }
  /** As much as passes through `tunnels` tunnels. */
  | {
      readonly job: 'bulk';
      readonly way: Way;
      readonly direction: 'download' | 'upload';
      readonly port: number;
      readonly tunnels: number;
      readonly seconds: number;
    }
  /** Opens tunnels, sends a byte there and back in each, and keeps them. */
  | { readonly job: 'hold'; readonly way: Way; readonly echoPort: number; readonly tunnels: number }
  | { readonly job: 'release' };

export interface JobResult {
  /** Tunnels that were opened and did what they should. */
  readonly tunnels: number;
  /** Tunnels that were refused or cut. */
  readonly failed: number;
  readonly bytes: number;
  /** It took so long. */
  readonly seconds: number;
  /** Milliseconds of each tunnel, from connecting to the byte's return. */
  readonly latencies: readonly number[];
}

/** Ports of 127.0.0.1 behind which bytes come back, come without end, or vanish. */
export interface TargetPorts {
  readonly echo: number;
  readonly source: number;
  readonly sink: number;
}

export interface Load {
  readonly target: TargetPorts;
  run(job: Job): Promise<JobResult>;
  stop(): Promise<void>;
}

/** Starts a load generator and a target for it. */
export async function startLoad(): Promise<Load> {
  const target = start('target-process.ts');
  const generator = start('load-process.ts');
  return {
    target: (await answer(target)) as TargetPorts,
    async run(job) {
      const result = answer(generator);
      generator.send(job);
      const came = (await result) as JobResult | { readonly error: string };
      if ('error' in came) throw new Error(`the load generator failed: ${came.error}`);
      return came;
    },
    async stop() {
      await Promise.all([endProcess(generator), endProcess(target)]);
    },
  };
}

function start(program: string) {
  return fork(path.join(import.meta.dirname, program), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** The next message. @throws Error where the process ends instead. */
function answer(child: ReturnType<typeof fork>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a process of the benchmark ended with code ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.removeListener('exit', ended);
      resolve(message);
    });
  });
}
