/** The settings that PostgreSQL starts with, and the folder of its socket. */
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { boundPort } from '../bound-port.ts';
import { giveAway } from './account.ts';
import { isPrivate } from './address.ts';
import type { Cluster } from './cluster.ts';
import { EMBEDDED_CLUSTER_NAME } from './name.ts';
import { windows } from './programs.ts';

/** The shortest limit for a socket's path is macOS's, 104 bytes with the closing zero. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length;

/** Durability (fsync, synchronous_commit, full_page_writes) is PostgreSQL's default and stays so: there is money here. */
const SETTINGS = {
  cluster_name: EMBEDDED_CLUSTER_NAME,
  max_connections: '100',
  shared_buffers: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Without it every refused duplicate would put the values of its row into the log.
  log_error_verbosity: 'terse',
};

/** Writes postgresql.conf, which PostgreSQL reads when it starts. @param settings over the defaults. */
export async function writeSettings(cluster: Cluster, settings: Record<string, string>): Promise<void> {
  const access = windows
    ? { listen_addresses: '127.0.0.1', port: String(await freePort()), unix_socket_directories: '' }
    : { listen_addresses: '', port: '5432', unix_socket_directories: `"${await socketFolder(cluster)}"` };
  const lines = Object.entries({ ...SETTINGS, ...settings, ...access }).map(
    ([name, value]) => `${name} = '${value.replace(/['\\]/g, '$&$&')}'\n`,
  );
  const file = path.join(cluster.home, 'postgresql.conf');
  await writeFile(file, `# Written anew at every start.\n${lines.join('')}`, { mode: 0o600 });
  await giveAway(file, cluster.account);
}

/**
 * The folder of the socket, mode 0700 and PostgreSQL's account's own. Nobody but that account and root passes it, and
 * either could read the data files as well, which is why `trust` is enough behind it. That account is this process's
 * own user, or `postgres`, or, for want of that one, `nobody`, with whom other services may share it.
 */
async function socketFolder(cluster: Cluster): Promise<string> {
  const folder = path.join(cluster.home, 'socket');
  const owner = cluster.account?.uid ?? process.getuid?.() ?? 0;
  const current = await realpath(folder).catch(() => undefined);
  if (current && isShort(current) && (await isPrivate(current, owner))) return current;
  await rm(folder, { recursive: true, force: true });
  if (isShort(folder)) {
    await mkdir(folder, { mode: 0o700 });
    await giveAway(folder, cluster.account);
    return folder;
  }
  // Below a temporary folder of root's own (TMPDIR) the account might not get at it.
  const own = cluster.account ? '/tmp' : os.tmpdir();
  const candidates = await Promise.all([realpath(own), realpath('/tmp')]);
  const roomy = candidates.find((candidate) => isShort(path.join(candidate, 'isp-proxy-site-XXXXXX'))) ?? '/tmp';
  const short = await mkdtemp(path.join(roomy, 'isp-proxy-site-'));
  await giveAway(short, cluster.account);
  await symlink(short, folder);
  return short;
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = boundPort(server);
  server.close();
  await once(server, 'close');
  return port;
}
