/** Which database the site works on: the operator's own (DATABASE_URL), or `site` in the embedded cluster of DATA_DIR. */
import { Client } from 'pg';
import { runningClusterUrl } from './embedded-postgres/address.ts';
import { type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres } from './embedded-postgres/start.ts';
import type { Env } from './env.ts';
import { EnvironmentError } from './environment.ts';
import { applyMigrations } from './migrate.ts';

export interface SiteDatabase {
  readonly url: string;
  /** True where DATABASE_URL names it: its secrets then come from the environment and nobody fills in demo data. */
  readonly external: boolean;
  /** Stops what this process started for it; nothing where it was running already. Close every connection first. */
  stop(): Promise<void>;
}

const EMBEDDED_NAME = 'site';

/**
 * Opens the site's database, migrated, for the server: the embedded cluster is then this process's own until `stop`.
 * @throws EnvironmentError where DATABASE_URL cannot be reached; Error where the cluster does not
 * start or another process owns it.
 */
export async function openSiteDatabase(env: Env): Promise<SiteDatabase> {
  if (env.DATABASE_URL) return openExternal(env.DATABASE_URL);
  const cluster = await startEmbeddedPostgres({ dataDir: env.DATA_DIR });
  try {
    return await openEmbedded(cluster);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * Opens the site's database, migrated, for a command beside the server: a cluster that runs is borrowed and left running, one
 * that does not is started for the time being.
 * @throws as `openSiteDatabase` does.
 */
export async function borrowSiteDatabase(env: Env): Promise<SiteDatabase> {
  if (env.DATABASE_URL) return openExternal(env.DATABASE_URL);
  const maintenance = await runningClusterUrl(env.DATA_DIR, 'postgres');
  const url = maintenance && (await runningClusterUrl(env.DATA_DIR, EMBEDDED_NAME));
  if (!url) return openSiteDatabase(env);
  // A server that is just starting may not have come as far as to create the database.
  return openEmbedded({ url: (name) => (name === EMBEDDED_NAME ? url : maintenance), stop: async () => {} });
}

async function openEmbedded(cluster: EmbeddedPostgres): Promise<SiteDatabase> {
  await ensureDatabase(cluster, EMBEDDED_NAME);
  const url = cluster.url(EMBEDDED_NAME);
  await applyMigrations(url);
  return { url, external: false, stop: () => cluster.stop() };
}

async function openExternal(url: string): Promise<SiteDatabase> {
  await checkReachable(url);
  await applyMigrations(url);
  return { url, external: true, stop: async () => {} };
}

/** Says plainly what the schema engine would wrap up, and never the URL, which holds a password. */
async function checkReachable(url: string): Promise<void> {
  try {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    await client.connect();
    await client.end();
  } catch (error) {
    // A name with several addresses fails with one error for each.
    const [first = error] = error instanceof AggregateError ? error.errors : [];
    const reason = first instanceof Error ? first.message : String(first);
    throw new EnvironmentError(`The database of DATABASE_URL cannot be reached: ${reason}.`);
  }
}
