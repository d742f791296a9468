/** A PostgreSQL cluster of the tests' own, in a temporary folder. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { ensureDatabase, startEmbeddedPostgres } from '#server/kernel/embedded-postgres/start.ts';
import { applyMigrations } from '#server/kernel/migrate.ts';

export interface ScratchCluster {
  /** Of the database `postgres`, from which others are created (see createScratchDatabase). */
  readonly maintenanceUrl: string;
  /** Creates a migrated database. @returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** What PostgreSQL has logged so far. */
  log(): Promise<string>;
  /** Ends the cluster and removes it. */
  stop(): Promise<void>;
}

/** Databases are copies of this one, which is faster than migrating each. */
const TEMPLATE = 'migrated';

/** A temporary folder that PostgreSQL's own account may pass, as which it runs where the tests run as root. */
export async function scratchFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proxy-site-test-'));
  await chmod(folder, 0o711);
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** @param settings of postgresql.conf, over those of the site's own cluster. */
export async function startScratchCluster(settings: Record<string, string> = {}): Promise<ScratchCluster> {
  const folder = await scratchFolder();
  const cluster = await startEmbeddedPostgres({ dataDir: folder.path, settings });
  await ensureDatabase(cluster, TEMPLATE);
  await applyMigrations(cluster.url(TEMPLATE));
  const maintenanceUrl = cluster.url('postgres');
  return {
    maintenanceUrl,
    createDatabase: (name) => createScratchDatabase(maintenanceUrl, name),
    log: () => readFile(path.join(folder.path, 'postgres.log'), 'utf8'),
    async stop() {
      await cluster.stop();
      await folder.remove();
    },
  };
}

/** Creates a migrated database in a scratch cluster that another process may have started. @returns its URL. */
export async function createScratchDatabase(maintenanceUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(TEMPLATE)}`);
  } finally {
    await client.end();
  }
  return maintenanceUrl.replace('/postgres?', `/${name}?`);
}
