/** A proxy server that takes part in the comparison, and how one of another maker is started. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** A proxy server that runs. */
export interface Contender {
  readonly name: string;
  readonly protocol: 'socks5' | 'http';
  /** Taken in turn; none where the server asks for none. */
  readonly logins: readonly Login[];
  /** On 127.0.0.1. */
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface Program {
  readonly name: string;
  /** Starts it on a free port. `folder` is for its files. */
  start(folder: string): Promise<Contender>;
}

/** Tries to reach a server that has just been started, for so many milliseconds. */
const START_MS = 10_000;

/** Runs a program until it accepts connections. @throws Error where it ends, or does not listen in time. */
export async function runServer(
  command: string,
  args: readonly string[],
  port: number,
): Promise<Pick<Contender, 'pid' | 'stop'>> {
  const child = spawn(command, args, { stdio: 'ignore' });
  await once(child, 'spawn');
  for (const end = performance.now() + START_MS; !(await accepts(port)); await sleep(20)) {
    if (child.exitCode !== null || performance.now() > end) {
      await endProcess(child);
      throw new Error(`${command} does not listen (exit code ${child.exitCode})`);
    }
  }
  return { pid: child.pid ?? 0, stop: () => endProcess(child) };
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(late);
}

function accepts(port: number): Promise<boolean> {
  const socket = net.connect({ host: '127.0.0.1', port });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).then((accepted) => {
    socket.destroy();
    return accepted === true;
  });
}
