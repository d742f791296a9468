/** Where a cluster that runs is reached: what PostgreSQL itself notes about its port and its socket. */
import { lstat, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Client, DatabaseError } from 'pg';
import { passwordFile } from './cluster.ts';
import { windows } from './programs.ts';

/** The URL of the cluster in `dataDir` if it accepts connections, for other processes such as the operator command. */
export async function runningClusterUrl(dataDir: string, database: string): Promise<string | null> {
  const client = await connect(path.resolve(dataDir));
  if (typeof client === 'string') return null;
  await client.end();
  return (await runningAddress(path.resolve(dataDir)))?.(database) ?? null;
}

/** A connection to the database `postgres`; 'down' if nobody listens, 'busy' while PostgreSQL starts or shuts down. */
export async function connect(dataDir: string): Promise<Client | 'down' | 'busy'> {
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
    // It ends, has crashed, or starts: also where it took the connection first.
    if (error.code?.startsWith('57P')) return 'busy';
    throw error;
  }
}

/**
 * Makes the URL of a database from what PostgreSQL itself notes in postmaster.pid. Undefined if there is no such note;
 * whether PostgreSQL still lives only a connection tells.
 */
export async function runningAddress(dataDir: string): Promise<((database: string) => string) | undefined> {
  const home = path.join(dataDir, 'postgres');
  const owner = (await stat(path.join(home, 'data')).catch(() => undefined))?.uid;
  if (owner === undefined) return undefined;
  const self = process.getuid?.() ?? owner;
  if (self !== 0 && self !== owner) {
    throw new Error(`${home}/data belongs to another user (uid ${owner}): run this as that user or as root.`);
  }
  const { port, socketFolder } = await noteOf(dataDir);
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

/** What PostgreSQL notes of itself, a line each; nothing where there is no note, or where it has not come that far. */
export interface PostmasterNote {
  readonly pid?: string | undefined;
  /** Seconds since the epoch. */
  readonly started?: string | undefined;
  readonly port?: string | undefined;
  readonly socketFolder?: string | undefined;
  /** `ready`, `starting` or `stopping`: it is noted before anybody else hears of it. */
  readonly status?: string | undefined;
}

/** Reads postmaster.pid. */
export async function noteOf(dataDir: string): Promise<PostmasterNote> {
  const text = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , started, port, socketFolder, , , status] = text.split(/\r?\n/);
  return { pid, started, port, socketFolder, status: status?.trim() };
}

/** Whether nobody but its owner, and root, passes a folder. */
export async function isPrivate(folder: string, owner: number): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === owner && (found.mode & 0o077) === 0;
}
