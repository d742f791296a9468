/** PostgreSQL refuses to run as root: the account that it runs as instead, and folders that this account can reach. */
import { execFile } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, realpath, rename, rm, rmdir, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Numeric ids of the system account that PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** Where root keeps what must lie outside of folders that only root may enter, such as a clone below /root. */
const OUTSIDE = '/var/lib/isp-proxy-site';

const execute = promisify(execFile);

/**
 * The account for PostgreSQL when this process is root, undefined when PostgreSQL runs as this process's own user.
 * An existing cluster keeps its owner, so that root may start what an ordinary user created.
 */
export async function postgresAccount(dataFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await stat(dataFolder).catch(() => undefined);
  if (existing) return { uid: existing.uid, gid: existing.gid };
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all(['-u', '-g'].map((flag) => execute('id', [flag, name]))).catch(() => undefined);
    const [uid, gid] = ids?.map(({ stdout }) => Number(stdout)) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and this system has neither a user postgres nor a user nobody.');
}

/**
 * Moves a cluster's home that does not hold a cluster yet to a folder outside if the account cannot enter it, leaving
 * a symbolic link: whoever deletes the data directory starts afresh, and no folder of the user is opened up.
 */
export async function makeHomeReachable(home: string, account: Account): Promise<void> {
  if (await enters(account, home)) return;
  if (await stat(path.join(home, 'data')).catch(() => undefined)) {
    throw new Error(`The user that owns ${home}/data (uid ${account.uid}) cannot enter ${home}; was it moved there?`);
  }
  await makeOutside();
  const elsewhere = await mkdtemp(path.join(OUTSIDE, 'cluster-'));
  await chmod(elsewhere, 0o711);
  try {
    await rmdir(home);
    await symlink(elsewhere, home);
  } catch (error) {
    await rmdir(elsewhere);
    // Another start on this data directory may have been faster: its link is as good.
    if (!(await enters(account, home))) throw error;
  }
}

/** The folder of PostgreSQL's programs and libraries, or a copy of it for an account that cannot reach it. */
export async function reachablePrograms(folder: string, version: string, account: Account): Promise<string> {
  if (await runsAs(account, path.join(folder, 'bin/postgres'), ['--version'])) return folder;
  const copy = path.join(OUTSIDE, `postgresql-${version}`);
  if (await stat(copy).catch(() => undefined)) return copy;
  await makeOutside();
  const partial = await mkdtemp(`${copy}-`);
  try {
    await cp(folder, partial, { recursive: true, verbatimSymlinks: true });
    // The modes come from the umask that npm ran with, which may have shut everybody out.
    await execute('chmod', ['-R', 'a+rX', partial]);
    await rename(partial, copy);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another start on this machine may have been faster: its copy is as good.
    if (!(await stat(copy).catch(() => undefined))) throw error;
  }
  return copy;
}

/** Makes a file or folder the account's own; undefined where that is this process's own user. */
export async function giveAway(file: string, account: Account | undefined): Promise<void> {
  if (account) await chown(file, account.uid, account.gid);
}

async function makeOutside(): Promise<void> {
  if (await mkdir(OUTSIDE, { recursive: true })) await chmod(OUTSIDE, 0o755);
}

async function enters(account: Account, home: string): Promise<boolean> {
  return runsAs(account, '/bin/sh', ['-c', 'cd "$0"', await realpath(home)]);
}

async function runsAs(account: Account, program: string, args: string[]): Promise<boolean> {
  return execute(program, args, { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );
}
