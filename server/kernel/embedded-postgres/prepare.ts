/** The folders of a cluster are made where they are not there yet. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { giveAway, makeHomeReachable, postgresAccount, reachablePrograms } from './account.ts';
import { type Cluster, passwordFile } from './cluster.ts';
import { packagedPrograms, run, windows } from './programs.ts';

/** The cluster in `dataDir`, created on first use; it does not run by that. */
export async function prepare(dataDir: string): Promise<Cluster> {
  const home = path.join(dataDir, 'postgres');
  await makeHome(home);
  const account = await postgresAccount(path.join(home, 'data'));
  if (account) await makeHomeReachable(home, account);
  const native = await packagedPrograms();
  const folder = account ? await reachablePrograms(native.folder, native.version, account) : native.folder;
  // From here on by its real name: the account may not be able to follow the link in a data directory of root.
  const cluster = { dataDir, home: await realpath(home), programs: path.join(folder, 'bin'), account };
  if (!(await exists(path.join(home, 'data')))) await createData(cluster);
  return cluster;
}

async function makeHome(home: string): Promise<void> {
  try {
    // Whatever the umask, PostgreSQL's account has to pass.
    if (await mkdir(home, { recursive: true })) await chmod(home, 0o711);
  } catch (cause) {
    // Never afresh on our own account: it may be a disk that is not mounted.
    const link = await readlink(home).catch(() => undefined);
    if (!link) throw cause;
    throw new Error(`${home} leads to ${link}, which is gone. Bring it back, or delete the link to start afresh.`, {
      cause,
    });
  }
}

/** Through a folder of its own that is renamed at the end: a start that was killed leaves no half-made cluster. */
async function createData(cluster: Cluster): Promise<void> {
  const partial = await mkdtemp(path.join(cluster.home, 'initdb-'));
  await giveAway(partial, cluster.account);
  const access = ['--auth-local=trust', '--auth-host=reject'];
  if (windows) {
    await makePassword(passwordFile(cluster.home));
    access.splice(0, 2, '--auth=scram-sha-256', '--pwfile=password');
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    const folder = path.basename(partial);
    await run(cluster, 'initdb', ['-D', folder, '--username=postgres', '--no-instructions', ...access, ...locale]);
    await rename(partial, path.join(cluster.home, 'data'));
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process that starts on the same data directory was faster; the owner lock decides between the two.
    if (!(await exists(path.join(cluster.home, 'data')))) throw error;
  }
}

/** An existing one stays: it may be that of another process that is creating the same cluster. */
async function makePassword(file: string): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
