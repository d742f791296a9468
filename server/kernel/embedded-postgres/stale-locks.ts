/** Locks that a PostgreSQL left behind which is gone. */
import { readdir, readlink, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { noteOf } from './address.ts';
import type { Cluster } from './cluster.ts';

/**
 * A pid that outlived its postmaster (the machine or its container was restarted) makes PostgreSQL refuse to start as
 * soon as the pid is somebody else's. PostgreSQL's own check, that nobody is attached to its memory, stays in place.
 */
export async function removeStaleLocks({ dataDir, home }: Cluster): Promise<void> {
  const data = path.join(home, 'data');
  const alive = process.platform === 'linux' ? await someoneWorksIn(data) : await startedSinceBoot(dataDir);
  if (alive) return;
  await rm(path.join(data, 'postmaster.pid'), { force: true });
  await rm(path.join(home, 'socket/.s.PGSQL.5432.lock'), { force: true });
}

/** Whether some process has this working directory, as every process of a PostgreSQL has its data folder. */
async function someoneWorksIn(folder: string): Promise<boolean> {
  const owner = (await stat(folder)).uid;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const entry = path.join('/proc', pid);
    const found = await readlink(path.join(entry, 'cwd')).catch(async (error: NodeJS.ErrnoException) => {
      // A container's root may not look into other accounts' processes: then count those of PostgreSQL's account.
      const hidden = error.code === 'EACCES' && (await stat(entry).catch(() => undefined))?.uid === owner;
      return hidden ? folder : undefined;
    });
    if (found === folder) return true;
  }
  return false;
}

async function startedSinceBoot(dataDir: string): Promise<boolean> {
  const { started } = await noteOf(dataDir);
  return Number(started ?? 0) > Date.now() / 1000 - os.uptime();
}
