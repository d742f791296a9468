/** A PostgreSQL cluster of the tests' own, in a temporary folder. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { ensureDatabase, startEmbeddedPostgres } from '#server/kernel/embedded-postgres.ts';
import { applyMigrations } from '#server/kernel/migrate.ts';

export interface ScratchCluster {
  /** Creates a migrated database. @returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** What PostgreSQL has logged so far. */
  log(): Promise<string>;
  /** Ends the cluster and removes it. */
  stop(): Promise<void>;
}

/** Databases are copies of this one, which is faster than migrating each. */
const TEMPLATE = 'migrated';

/** @param settings of postgresql.conf, over those of the site's own cluster. */
export async function startScratchCluster(settings: Record<string, string> = {}): Promise<ScratchCluster> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proxy-site-test-'));
  const cluster = await startEmbeddedPostgres({ dataDir: folder, settings });
  await ensureDatabase(cluster, TEMPLATE);
  await applyMigrations(cluster.url(TEMPLATE));
  return {
    createDatabase: (name) => createDatabase(cluster.url('postgres'), name, cluster.url(name)),
    log: () => readFile(path.join(folder, 'postgres.log'), 'utf8'),
    async stop() {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(maintenanceUrl: string, name: string, url: string): Promise<string> {
  const client = new Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(TEMPLATE)}`);
  } finally {
    await client.end();
  }
  return url;
}
