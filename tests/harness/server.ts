/** The real site as a child process: the production server on a scratch database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const projectFolder = path.join(import.meta.dirname, '../..');

export interface SiteServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Everything that it has printed. */
  output(): string;
  /** CPU milliseconds that it has used so far, over all its threads. Linux only. */
  cpuMs(): Promise<number>;
  /** Lets it end in order. */
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

/** Where servers of tests write their mails, a folder a database; the global set-ups remove it at the end. */
export const mailFolder = path.join(os.tmpdir(), 'proxy-site-test-mails');

/** Environment of a server and of the test's own Services, so that both read the same keys. */
export function scratchEnv(databaseUrl: string) {
  const secret = () => randomBytes(32).toString('base64');
  return {
    NODE_ENV: 'production' as const,
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    // By the database's name. A URL without a host, for a socket, is none to Node.
    DATA_DIR: path.join(mailFolder, path.basename(databaseUrl.replace(/\?.*/, ''))),
    DEMO: '0',
    GATEWAY: '0',
    SESSION_SECRET: secret(),
    API_KEY_PEPPER: secret(),
    CREDENTIALS_KEY: secret(),
  };
}

/**
 * Starts the server and waits until it is up.
 * @param env at least what `scratchEnv` gives; PORT 0 (the default) takes any free port.
 * @throws Error with what it printed where it ends instead.
 */
export async function startServer(env: NodeJS.ProcessEnv): Promise<SiteServer> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString();
      const ready = /^ {2}Listening +(\S+)\s/m.exec(printed)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    // Once what it printed has arrived as well, which may be after its end.
    child.once('close', (code) => reject(new Error(`the server ended with code ${code}:\n${printed}`)));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the server has no process id');
  return {
    url,
    port: Number(new URL(url).port),
    pid,
    output: () => printed,
    cpuMs: () => cpuMilliseconds(pid),
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // Who ends in order has said all that it had to say.
  const ended = once(child, signal === 'SIGTERM' ? 'close' : 'exit');
  child.kill(signal);
  await ended;
}

/** utime and stime of /proc/PID/stat, in ticks of 10 ms; the name in parentheses may hold spaces. */
async function cpuMilliseconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
