/** The site under plain `next start`, without the custom server in front. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFolder } from '#server/web/build.ts';
import { freePort } from './free-port.ts';

/** @param env as for the custom server; pages are built and the database is migrated already. */
export async function startNext(
  env: Readonly<Record<string, string>>,
): Promise<{ port: number; output(): string; stop(): Promise<void> }> {
  const port = await freePort();
  const next = path.join(path.dirname(createRequire(import.meta.url).resolve('next/package.json')), 'dist/bin/next');
  const child = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, NEXT_TELEMETRY_DISABLED: '1', PORT: String(port), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const ended = once(child, 'exit');
  for (;;) {
    if (child.exitCode !== null) throw new Error(`next start ended:\n${printed}`);
    const health = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (health?.ok) break;
    await pause(50);
  }
  return {
    port,
    output: () => printed,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
