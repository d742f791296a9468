/** The operator's command and the demo data on an embedded database in DATA_DIR, beside a server and without one. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { runningClusterUrl } from '#server/kernel/embedded-postgres/address.ts';
import { readEnv } from '#server/kernel/env.ts';
import { cents } from '#server/kernel/money.ts';
import { keptSecrets } from '#server/kernel/secrets.ts';
import type { Services } from '#server/kernel/services.ts';
import { openSiteDatabase } from '#server/kernel/site-database.ts';
import { fillDemo } from '#server/operator/demo.ts';
import { verify } from '#server/operator/verify.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import { balance } from '#server/plugins/billing/port.ts';
import { buy } from '#server/plugins/orders/port.ts';
import { countByState } from '#server/plugins/proxies/port.ts';
import { authenticate, issueKey } from '#server/plugins/reseller/port.ts';
import { createScratchDatabase } from '#tests/harness/cluster.ts';
import { servicesOf } from '#tests/harness/services.ts';
import { operatorOf } from './command.ts';

const projectFolder = path.join(import.meta.dirname, '../..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'operator-test-'));
  // Where root runs the tests: the account of PostgreSQL has to pass, else the cluster is kept where nobody cleans up.
  await chmod(folder, 0o711);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the operator on an embedded database', () => {
  let dataDir: string;
  let operator: ReturnType<typeof operatorOf>;
  const create = (email: string) => ['account', 'create', '--email', email, '--password', 'correct horse battery', '--reseller'];

  beforeAll(() => {
    dataDir = path.join(folder, 'data');
    operator = operatorOf({ DATA_DIR: dataDir });
  });

  it('makes it where there is none, and leaves it stopped', async () => {
    expect(await operator.json(...create('first@example.com'))).toMatchObject({ code: 0, answer: { ok: true } });
    expect(await runningClusterUrl(dataDir, 'site')).toBeNull();
  });

  it('starts it for the time being, with the secrets that are kept beside it', async () => {
    const { code, answer } = await operator.json<{ api_key: string }>('key', 'issue', 'first@example.com');
    expect(code).toBe(0);
    expect((await stat(path.join(dataDir, 'secrets/API_KEY_PEPPER'))).mode & 0o777).toBe(0o600);
    expect(await runningClusterUrl(dataDir, 'site')).toBeNull();

    const env = readEnv({ DATA_DIR: dataDir });
    const database = await openSiteDatabase(env);
    const services = servicesOf({ DATA_DIR: dataDir, ...(await keptSecrets(env)) }, database.url);
    const opened = await authenticate(services, answer.api_key);
    await services.db.close();
    await database.stop();
    expect(opened).toMatchObject({ email: 'first@example.com' });
  });

  it('works beside a server that has it open, and leaves it running', async () => {
    const database = await openSiteDatabase(readEnv({ DATA_DIR: dataDir }));
    try {
      expect((await operator.json(...create('second@example.com'))).code).toBe(0);
      expect((await operator.json('verify')).answer).toMatchObject({ ok: true, checked: { accounts: 2 } });
      expect(await runningClusterUrl(dataDir, 'site')).toBe(database.url);
    } finally {
      await database.stop();
    }
  });

  it('stops it when it is interrupted, and no account is half made', { timeout: 180_000 }, async () => {
    const args = ['server/operator/main.ts', 'demo', 'accounts', '--count', '100000', '--balance', '5'];
    const child: ChildProcess = spawn(process.execPath, args, {
      cwd: projectFolder,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await vi.waitUntil(() => demoAccounts(dataDir), { timeout: 120_000, interval: 50 });
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(await runningClusterUrl(dataDir, 'site')).toBeNull();
    expect((await operator.json('verify')).answer).toMatchObject({ ok: true, violations: [] });
  });

  it('answers through npm with JSON and nothing else', async () => {
    const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'operator', '--', 'prices', 'show', '--json'], {
      cwd: projectFolder,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, prices: expect.any(Array) });
  });
});

/** How many demo accounts there are, while the cluster runs. */
async function demoAccounts(dataDir: string): Promise<number> {
  const url = await runningClusterUrl(dataDir, 'site');
  if (!url) return 0;
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ made: number }>(`SELECT count(*)::int AS made FROM accounts WHERE email LIKE 'demo-%'`);
    return rows[0]?.made ?? 0;
  } catch {
    // Not migrated, or not created yet.
    return 0;
  } finally {
    await client.end();
  }
}

describe('demo data', () => {
  /** Services on an empty database and a data folder of their own. */
  async function emptySite(): Promise<Services> {
    const dataDir = path.join(folder, randomUUID());
    await mkdir(dataDir);
    const url = await createScratchDatabase(inject('maintenanceUrl'), `demo_${randomUUID()}`);
    return servicesOf({ DATA_DIR: dataDir, ...(await keptSecrets(readEnv({ DATA_DIR: dataDir }))) }, url);
  }

  const fileOf = (services: Services) => path.join(services.env.DATA_DIR, 'demo.json');

  it('is an account that signs in and buys, somebody in support, and stock in every country', async () => {
    const services = await emptySite();
    const demo = await fillDemo(services);
    if (!demo?.apiKey) throw new Error('no demo');
    expect((await stat(fileOf(services))).mode & 0o777).toBe(0o600);
    for (const { email, password, role } of [
      { ...demo, role: 'customer' },
      { ...demo.support, role: 'support' },
    ]) {
      const signIn = { email, password, clientAddress: '192.0.2.3', knownBrowser: undefined };
      expect(await accounts.checkSignIn(services, signIn)).toMatchObject({ outcome: 'signed_in', account: { role } });
    }
    const free = { state: 'free', addresses: 200, in_use: 0 };
    expect(await countByState(services.db)).toEqual(['fr', 'es', 'eu'].map((country) => ({ country, ...free })));
    const principal = await authenticate(services, demo.apiKey);
    if (!principal) throw new Error('the key opens nothing');
    expect(await balance(services.db, principal.accountId)).toBe(100_00);
    const request = {
      channel: 'api' as const,
      idempotencyKey: randomUUID(),
      country: 'fr' as const,
      qty: 1,
      salePriceCents: cents(0),
    };
    expect(await buy(services, principal, request)).toMatchObject({ outcome: 'created' });
    expect(await verify(services.db, { secrets: services.secrets })).toMatchObject({ ok: true, violations: [] });
    await services.db.close();
  });

  it('is filled in once; later starts tell the same sign-in, and the key while it is the account’s', async () => {
    const services = await emptySite();
    const demo = await fillDemo(services);
    expect(await fillDemo(services)).toEqual(demo);
    const account = await accounts.findByEmail(services.db, demo?.email ?? '');
    if (!account) throw new Error('no demo account');
    expect(await balance(services.db, account.id)).toBe(100_00);
    await issueKey(services, account.id);
    expect(await fillDemo(services)).toEqual({ ...demo, apiKey: null });
    await services.db.close();
  });

  it('is completed by the next start, with the same sign-in, where one failed on the way', async () => {
    const services = await emptySite();
    await services.db.prisma.$executeRawUnsafe('ALTER TABLE addresses RENAME TO gone');
    await expect(fillDemo(services)).rejects.toThrow();
    expect(await accounts.any(services.db)).toBe(false);
    await services.db.prisma.$executeRawUnsafe('ALTER TABLE gone RENAME TO addresses');
    const first = await fillDemo(services);
    expect(await fillDemo(services)).toEqual(first);
    expect(await countByState(services.db)).toHaveLength(3);

    // The same file beside another empty database: as after a crash right before the data.
    const other = await emptySite();
    await copyFile(fileOf(services), fileOf(other));
    expect(await fillDemo(other)).toEqual(first);
    await Promise.all([services.db.close(), other.db.close()]);
  });

  it('stays out of a database that somebody uses', async () => {
    const services = await emptySite();
    await accounts.createAccount(services, { email: 'somebody@example.com', password: randomUUID() });
    expect(await fillDemo(services)).toBeNull();
    expect(await countByState(services.db)).toEqual([]);
    await services.db.close();
  });
});
