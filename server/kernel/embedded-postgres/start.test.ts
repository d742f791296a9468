/** The embedded PostgreSQL on real clusters: first start, second start, crashes, refusals, awkward folders. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { runningClusterUrl } from './address.ts';
import { type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres } from './start.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'embedded-postgres-test-'));
// Run by root, PostgreSQL's account has to pass; what happens where it may not has a test of its own.
await chmod(folder, 0o711);
const dataDir = path.join(folder, 'data');
let running: EmbeddedPostgres | undefined;

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('an embedded cluster', { timeout: 240_000 }, () => {
  it('is created on first use: UTF-8, UTC, durable, 100 connections', async () => {
    expect(await runningClusterUrl(dataDir, 'site')).toBeNull();
    const cluster = await start();
    await ensureDatabase(cluster, 'site');
    await ensureDatabase(cluster, 'site');
    const names = ['server_encoding', 'TimeZone', 'fsync', 'synchronous_commit', 'max_connections'];
    const rows = await query(cluster.url('site'), 'SELECT current_setting(unnest($1::text[])) AS value', [names]);
    expect(rows.map((row) => row.value)).toEqual(['UTF8', 'UTC', 'on', 'on', '100']);
    await query(cluster.url('site'), 'CREATE TABLE kept AS SELECT 7 AS value');
  });

  it('is found again, with its data and with new settings, by the next start', async () => {
    running = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '120' } });
    expect(await kept(running)).toBe(7);
    expect(await query(running.url('site'), 'SHOW max_connections')).toEqual([{ max_connections: '120' }]);
  });

  it('serves Prisma through its adapter', async () => {
    const cluster = await start();
    const adapter = await new PrismaPg({ connectionString: cluster.url('site') }).connect();
    const answer = await adapter.queryRaw({ sql: 'SELECT value FROM kept', args: [], argTypes: [] });
    await adapter.dispose();
    expect(answer.rows).toEqual([[7]]);
  });

  it('is found by other processes while it runs, and only then', async () => {
    const cluster = await start();
    expect(await runningClusterUrl(dataDir, 'site')).toBe(cluster.url('site'));
    await cluster.stop();
    expect(await runningClusterUrl(dataDir, 'site')).toBeNull();
  });

  it('is not shared by two sites: the second is told who has it', async () => {
    await start();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`in use by the process ${process.pid}`);
  });

  it('passes to a start that waits while its owner stops', async () => {
    const first = await start();
    const second = startEmbeddedPostgres({ dataDir });
    await first.stop();
    running = await second;
    expect(await kept(running)).toBe(7);
  });

  it('is not taken over while it stops, though nobody owns it any more', async () => {
    const site = await startInAnotherProcess();
    const ended = once(site, 'exit');
    site.kill('SIGKILL');
    await ended;
    const note = path.join(dataDir, 'postgres/data/postmaster.pid');
    const noted = await readFile(note, 'utf8');
    await writeFile(note, noted.replace('ready   ', 'stopping'));
    let taken = false;
    const starting = start().then((cluster) => {
      taken = true;
      return cluster;
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(taken).toBe(false);
    await writeFile(note, noted);
    expect(await kept(await starting)).toBe(7);
  });

  it('survives a kill -9 of the site and goes to the next start at once', async () => {
    const site = await startInAnotherProcess();
    const before = await postmasterPid();
    site.kill('SIGKILL');
    const cluster = await start();
    expect(await postmasterPid()).toBe(before);
    expect(await kept(cluster)).toBe(7);
  });

  it('recovers after a kill -9 of the site and of PostgreSQL', async () => {
    const site = await startInAnotherProcess();
    await query((await runningClusterUrl(dataDir, 'site')) ?? '', 'UPDATE kept SET value = 8');
    site.kill('SIGKILL');
    process.kill(await postmasterPid(), 'SIGKILL');
    expect(await kept(await start())).toBe(8);
  });

  it('starts although a pid that a crash of the machine left behind is now somebody else’s', async () => {
    const left = [process.pid, path.join(dataDir, 'postgres/data'), 1, 5432, '/nowhere', '', '', 'ready', ''].join('\n');
    await writeFile(path.join(dataDir, 'postgres/data/postmaster.pid'), left);
    await writeFile(path.join(dataDir, 'postgres/socket/.s.PGSQL.5432.lock'), left);
    expect(await kept(await start())).toBe(8);
  });

  it('says what PostgreSQL said when it does not start', async () => {
    await expect(startEmbeddedPostgres({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      'invalid value for parameter "shared_buffers"',
    );
  });

  it('lives in a folder whose name is too long for a socket and full of awkward characters', async () => {
    const awkward = path.join(folder, `it's "a", $HOME \\ é ${'long '.repeat(20)}name`);
    await mkdir(awkward);
    running = await startEmbeddedPostgres({ dataDir: awkward });
    expect(await query(running.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const socketFolder = await realpath(path.join(awkward, 'postgres/socket'));
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);
    await running.stop();
    running = await startEmbeddedPostgres({ dataDir: awkward });
    expect(await realpath(path.join(awkward, 'postgres/socket'))).toBe(socketFolder);
    await running.stop();
    await rm(socketFolder, { recursive: true });
    running = await startEmbeddedPostgres({ dataDir: awkward });
    await rm(await realpath(path.join(awkward, 'postgres/socket')), { recursive: true });
  });

  it.runIf(process.getuid?.() === 0)('of root lives outside of a folder that only root may enter', async () => {
    const closed = path.join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    running = await startEmbeddedPostgres({ dataDir: closed });
    const home = await realpath(path.join(closed, 'postgres'));
    expect(home).toMatch(/^\/var\/lib\/isp-proxy-site\//);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(home, 'data'))).uid).not.toBe(0);
    await ensureDatabase(running, 'site');
    await running.stop();
    running = await startEmbeddedPostgres({ dataDir: closed });
    expect(await query(running.url('site'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await running.stop();
    await rm(home, { recursive: true });
    await expect(startEmbeddedPostgres({ dataDir: closed })).rejects.toThrow(`leads to ${home}, which is gone`);
  });
});

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir });
  return running;
}

/** A site of its own that never stops by itself; returns once PostgreSQL is up. */
async function startInAnotherProcess(): Promise<ChildProcess> {
  const module = JSON.stringify(path.join(import.meta.dirname, 'start.ts'));
  const program = `import { startEmbeddedPostgres } from ${module};
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log('up');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}

async function kept(cluster: EmbeddedPostgres): Promise<unknown> {
  const [row] = await query(cluster.url('site'), 'SELECT value FROM kept');
  return row?.value;
}

async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
