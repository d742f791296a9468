/**
 * Migrations through Prisma's own schema engine in WebAssembly: the same folder format and `_prisma_migrations` table
 * as `prisma migrate deploy`, without the native binary that Prisma would download.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type * as Engine from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';

const prismaFolder = path.join(import.meta.dirname, '../../prisma');
const filters: Engine.SchemaFilter = { externalTables: [], externalEnums: [] };

/**
 * Prisma's adapter cuts a script at every semicolon, function bodies included; PostgreSQL takes the whole, as one transaction. That a migration
 * is finished is noted in the same transaction, so that an unfinished note always means that nothing of it was applied.
 */
class WholeScriptPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    adapter.executeScript = async (script) => {
      const whole = script.includes('_prisma_migrations') ? script : `${TAKE_SCRIPT_LOCK}; ${script}; ${FINISH}`;
      await adapter.underlyingDriver().query(whole);
    };
    return adapter;
  }
}

const UNFINISHED = 'finished_at IS NULL AND rolled_back_at IS NULL';
const TAKE_SCRIPT_LOCK = `SELECT pg_advisory_xact_lock(${advisoryLocks.runningScript})`;
const FINISH = `UPDATE _prisma_migrations SET finished_at = now() WHERE ${UNFINISHED}`;

/**
 * Applies the migrations that the database has not seen yet. A process that dies at any moment leaves nothing that the next cannot continue.
 * @returns the names of those that were applied, oldest first.
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  const lock = await pool.connect();
  try {
    await lock.query(`SELECT pg_advisory_lock(${advisoryLocks.migrating})`);
    await forgetUnfinished(lock);
    const engine = await schemaEngine(pool);
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: await migrations(), filters });
    return appliedMigrationNames;
  } finally {
    // Ends the connection, and the lock with it.
    lock.release(true);
    await pool.end();
  }
}

/** Takes back the note of a migration that a process died over, once PostgreSQL is done with what it had sent. */
async function forgetUnfinished(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known");
  if (!rows[0]?.known) return;
  await client.query(`${TAKE_SCRIPT_LOCK}; UPDATE _prisma_migrations SET rolled_back_at = now() WHERE ${UNFINISHED}`);
}

async function schemaEngine(pool: pg.Pool): Promise<Engine.SchemaEngine> {
  code ??= loadCode();
  const glue = await code;
  const datamodels = (await schemaFiles()).map((file): [string, string] => [file.path, file.content]);
  return await glue.SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(new WholeScriptPg(pool)));
}

/** Once a process: the glue has room for one instance, and a second would be mixed up with the first. */
let code: ReturnType<typeof loadCode> | undefined;

async function loadCode() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const file = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg')).replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(file), { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}

async function schemaFiles(): Promise<Engine.SchemaContainer[]> {
  const folder = path.join(prismaFolder, 'schema');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => ({ path: path.join(folder, name), content: await readFile(path.join(folder, name), 'utf8') })),
  );
}

async function migrations(): Promise<Engine.MigrationList> {
  const baseDir = path.join(prismaFolder, 'migrations');
  const names = (await readdir(baseDir, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const lockfile = 'migration_lock.toml';
  return {
    baseDir,
    lockfile: { path: lockfile, content: await readFile(path.join(baseDir, lockfile), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(path.join(baseDir, name, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  };
}
