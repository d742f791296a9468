/** The site's own PostgreSQL: started where it does not run, and owned by one process. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { advisoryLocks } from '../advisory-locks.ts';
import { connect, noteOf, runningAddress } from './address.ts';
import { type Cluster, logFile } from './cluster.ts';
import { prepare } from './prepare.ts';
import { run } from './programs.ts';
import { writeSettings } from './settings.ts';
import { removeStaleLocks } from './stale-locks.ts';

/** A running embedded cluster. */
export interface EmbeddedPostgres {
  /** Connection URL of a database of this cluster, for node-postgres and what stands on it. */
  url(database: string): string;
  /** Disconnects every client, shuts PostgreSQL down and waits until it is down. */
  stop(): Promise<void>;
}

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
      const { pid } = await noteOf(cluster.dataDir);
      const stop = run(cluster, 'pg_ctl', ['stop', '--pgdata=data', '--mode=fast', '--no-wait']);
      // pg_ctl itself would also wait for the next owner's PostgreSQL, where that one is quick.
      await stop.then(
        () => ended(cluster.dataDir, pid),
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
  for (const deadline = Date.now() + PATIENCE_MS; pid && (await noteOf(dataDir)).pid === pid; await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) does not end.`);
  }
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
    // It may be free only because everybody is being disconnected: PostgreSQL notes that it stops before it tells anybody.
    if ((await noteOf(dataDir)).status === 'ready') return true;
    await client.end();
    return false;
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
