/** The entry point as a child process of the site: started with what it may know, and started again if it falls. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '#server/kernel/env.ts';
import { EnvironmentError } from '#server/kernel/environment.ts';
import { readSettings, settingNames } from '../settings.ts';
import type { GatewayMessage } from './message.ts';

const program = path.join(import.meta.dirname, '../main.ts');

/** The predecessor of a site that was killed may hold the port for a moment. */
const START_ATTEMPTS = 5;
const RESTART_MS = { least: 500, most: 30_000 };
/** Beyond its own time to drain. */
const STOP_GRACE_MS = 5_000;

export interface GatewayProcess {
  /** Port that the entry point listens on. */
  readonly port: number;
  /** Lets tunnels end, then ends the process. */
  stop(): Promise<void>;
}

interface Knowledge {
  /** A URL of the entry point's own role. */
  readonly databaseUrl: string;
  readonly key: Buffer;
}

/**
 * Starts the entry point and waits until it listens.
 * @param env the site's; what is not for the entry point, its secrets above all, stays here.
 * @param onRestart told why it is started again.
 * @throws EnvironmentError where its settings are not right, or with what it said where it cannot start.
 */
export async function startGateway(env: Env, knowledge: Knowledge, onRestart: (why: string) => void): Promise<GatewayProcess> {
  const childEnv = childEnvironment(env, knowledge);
  const { GATEWAY_DRAIN_SECONDS: drainSeconds } = readSettings(childEnv);
  let stopping = false;
  let child: ChildProcess;
  let port: number;
  for (let attempt = 1; ; attempt += 1) {
    child = launch(childEnv);
    const outcome = await heard(child);
    if ('listening' in outcome) {
      port = outcome.listening.port;
      break;
    }
    if (attempt === START_ATTEMPTS || !outcome.failed.includes('EADDRINUSE')) throw new EnvironmentError(outcome.failed);
    await sleep(1_000);
  }
  // Delivered credentials name this port: whatever starts in its place takes the same.
  childEnv.GATEWAY_PORT = String(port);

  const watch = async () => {
    for (let failures = 0; ; ) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (stopping) return;
      const wait = Math.min(RESTART_MS.least * 2 ** failures, RESTART_MS.most);
      onRestart(`it ended with ${child.signalCode ?? `code ${child.exitCode}`}; next try in ${wait / 1_000} s`);
      await sleep(wait);
      if (stopping) return;
      child = launch(childEnv);
      failures = 'listening' in (await heard(child)) ? 0 : failures + 1;
    }
  };
  const watching = watch();

  return {
    port,
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), drainSeconds * 1_000 + STOP_GRACE_MS);
      await watching;
      clearTimeout(late);
    },
  };
}

function childEnvironment(env: Env, { databaseUrl, key }: Knowledge): NodeJS.ProcessEnv {
  const given = Object.fromEntries(settingNames.map((name) => [name, process.env[name]]));
  return {
    PATH: process.env.PATH,
    NODE_ENV: env.NODE_ENV,
    ...given,
    GATEWAY_PORT: String(env.GATEWAY_PORT),
    GATEWAY_BIND: given.GATEWAY_BIND || env.HOST,
    GATEWAY_DATABASE_URL: databaseUrl,
    GATEWAY_KEY: key.toString('base64'),
    SITE_URL: env.SITE_URL,
    LOG_LEVEL: env.LOG_LEVEL,
  };
}

function launch(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** What the process says first: that it listens, or why it does not. */
async function heard(child: ChildProcess): Promise<GatewayMessage> {
  const { promise, resolve } = Promise.withResolvers<GatewayMessage>();
  child.once('message', (message) => resolve(message as GatewayMessage));
  child.once('error', (error) => resolve({ failed: `The entry point cannot be started: ${error.message}` }));
  child.once('exit', (code, signal) => resolve({ failed: `The entry point ended with ${signal ?? `code ${code}`}.` }));
  return promise;
}
