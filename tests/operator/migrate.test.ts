/** A process that dies while it migrates, at whatever moment, leaves nothing that the next one cannot continue. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres } from '#server/kernel/embedded-postgres/start.ts';
import { applyMigrations } from '#server/kernel/migrate.ts';
import { scratchFolder } from '../harness/cluster.ts';

let cluster: EmbeddedPostgres;
let remove: () => Promise<void>;

beforeAll(async () => {
  const folder = await scratchFolder();
  remove = folder.remove;
  cluster = await startEmbeddedPostgres({ dataDir: folder.path });
});

afterAll(async () => {
  await cluster.stop();
  await remove();
});

const module = path.join(import.meta.dirname, '../../server/kernel/migrate.ts');

/** Starts migrating in a process of its own. */
function migrateElsewhere(url: string) {
  const script = `const { applyMigrations } = await import(${JSON.stringify(module)}); await applyMigrations(${JSON.stringify(url)});`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
}

async function tables(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'");
  await client.end();
  return rows[0].n;
}

test('killed at any moment, it can be begun again', { timeout: 240_000 }, async () => {
  await ensureDatabase(cluster, 'whole');
  const begin = performance.now();
  const child = migrateElsewhere(cluster.url('whole'));
  await once(child, 'exit');
  const took = performance.now() - begin;
  const all = await tables(cluster.url('whole'));
  expect(all).toBeGreaterThan(10);

  for (let attempt = 0; attempt < 6; attempt += 1) {
    const name = `killed_${attempt}`;
    await ensureDatabase(cluster, name);
    const victim = migrateElsewhere(cluster.url(name));
    const ended = once(victim, 'exit');
    // The later half of the run, where the statements are.
    await sleep(took * (0.4 + attempt * 0.1));
    victim.kill('SIGKILL');
    await ended;
    await applyMigrations(cluster.url(name));
    expect(await tables(cluster.url(name))).toBe(all);
    expect(await applyMigrations(cluster.url(name))).toEqual([]);
  }
});

test('two at once: one does the work, the other waits and finds it done', async () => {
  await ensureDatabase(cluster, 'both');
  const one = migrateElsewhere(cluster.url('both'));
  const other = migrateElsewhere(cluster.url('both'));
  expect(await Promise.all([once(one, 'exit'), once(other, 'exit')])).toEqual([
    [0, null],
    [0, null],
  ]);
});
