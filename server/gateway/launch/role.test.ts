/** The role of the entry point on a real PostgreSQL that asks for passwords: it can do its work and nothing else. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentError } from '#server/kernel/environment.ts';
import { type ScratchCluster, scratchFolder, startScratchCluster } from '#tests/harness/cluster.ts';
import { prepareGatewayRole } from './role.ts';

let cluster: ScratchCluster;
let siteUrl: string;
let gatewayUrl: string;
let removeFolder: () => Promise<void>;

beforeAll(async () => {
  const folder = await scratchFolder();
  removeFolder = folder.remove;
  const hba = path.join(folder.path, 'pg_hba.conf');
  await writeFile(hba, 'local all postgres trust\nlocal all all scram-sha-256\n', { mode: 0o644 });
  cluster = await startScratchCluster({ fsync: 'off', hba_file: hba });
  siteUrl = await cluster.createDatabase('site');
  gatewayUrl = await prepareGatewayRole(siteUrl, 'the first/password@');
});

afterAll(async () => {
  await cluster.stop();
  await removeFolder();
});

async function queryAs(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The code of PostgreSQL's refusal; null where there was none. */
function refusal(url: string, sql: string): Promise<string | null> {
  return queryAs(url, sql).then(
    () => null,
    (error) => {
      if (error instanceof DatabaseError) return error.code ?? '';
      throw error;
    },
  );
}

const NOT_ALLOWED = '42501';
const WRONG_PASSWORD = '28P01';

describe('the role of the entry point', () => {
  it('reads valid credentials and counts usage', async () => {
    expect(
      await queryAs(gatewayUrl, 'SELECT current_user, proxy_id FROM gateway_credentials RIGHT JOIN (SELECT 1) one ON true'),
    ).toEqual([{ current_user: 'site_gateway', proxy_id: null }]);
    const counted = await queryAs(
      gatewayUrl,
      `SELECT gateway_count_usage('one', 1, ARRAY['nobody'], ARRAY[1], ARRAY[1], ARRAY[1]) AS first`,
    );
    expect(counted).toEqual([{ first: true }]);
  });

  it('neither reads nor writes any table, and no view but its own', { timeout: 180_000 }, async () => {
    const relations = await queryAs(
      siteUrl,
      `SELECT quote_ident(relname) AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'p', 'S') AND relname <> 'gateway_credentials'`,
    );
    expect(relations.length).toBeGreaterThan(20);
    for (const { name } of relations) {
      expect([name, await refusal(gatewayUrl, `SELECT * FROM ${name}`)]).toEqual([name, NOT_ALLOWED]);
      expect([name, await refusal(gatewayUrl, `INSERT INTO ${name} DEFAULT VALUES`)]).not.toEqual([name, null]);
      expect([name, await refusal(gatewayUrl, `DELETE FROM ${name}`)]).not.toEqual([name, null]);
    }
    for (const column of ['password_ciphertext', 'username']) {
      expect(await refusal(gatewayUrl, `SELECT ${column} FROM proxies`)).toBe(NOT_ALLOWED);
    }
  });

  it('changes nothing: no view, no table, no role', async () => {
    for (const sql of [
      'UPDATE gateway_credentials SET username = username',
      'DELETE FROM gateway_credentials',
      'CREATE TABLE mine (id int)',
      'CREATE SCHEMA mine',
      'CREATE ROLE another',
      'SET ROLE postgres',
      'COPY accounts TO STDOUT',
      `SELECT pg_read_file('postgresql.conf')`,
    ]) {
      expect([sql, await refusal(gatewayUrl, sql)]).toEqual([sql, expect.stringMatching(/^(42501|55000)$/)]);
    }
  });

  it('cannot take all connections that the site needs', async () => {
    const [{ most }] = await queryAs(siteUrl, `SELECT rolconnlimit AS most FROM pg_roles WHERE rolname = 'site_gateway'`);
    expect(most).toBe(30);
  });

  it('cannot take usage away', async () => {
    const sql = `SELECT gateway_count_usage('two', 1, ARRAY[(SELECT min(proxy_id) FROM gateway_credentials)], ARRAY[-1], ARRAY[0], ARRAY[0])`;
    await putProxy();
    expect(await refusal(gatewayUrl, sql)).toBe('23514');
  });

  it('cannot make a total so large that nothing can be added to it', async () => {
    const count = (gateway: string, bytes: string) =>
      refusal(
        gatewayUrl,
        `SELECT gateway_count_usage('${gateway}', 1, ARRAY['px_valid'], ARRAY[${bytes}], ARRAY[${bytes}], ARRAY[${bytes}])`,
      );
    expect(await count('forged', '9223372036854775807')).toBeNull();
    expect(await count('real', '1')).toBeNull();
    const [row] = await queryAs(siteUrl, `SELECT up_bytes, down_bytes, connections FROM proxy_usage WHERE proxy_id = 'px_valid'`);
    expect(Object.values(row).map(Number)).toEqual([1e14, 1e14, 1e14]);
  });

  it('sees a credential without its sealed password, and none that has expired', async () => {
    const [row, ...others] = await queryAs(gatewayUrl, 'SELECT * FROM gateway_credentials');
    expect(others).toEqual([]);
    expect(row).toMatchObject({ proxy_id: 'px_valid', exit_ip: '10.0.0.1', upstream_host: null });
    expect(Object.keys(row)).not.toContain('password_ciphertext');
  });
});

describe('preparing it', () => {
  it('again changes nothing, and needs no right to create roles', async () => {
    await queryAs(siteUrl, `CREATE ROLE plain LOGIN PASSWORD 'plain'`);
    const plainUrl = siteUrl.replace('postgres@', 'plain:plain@');
    expect(await prepareGatewayRole(plainUrl, 'the first/password@')).toBe(gatewayUrl);
    const kept = await queryAs(siteUrl, `SELECT rolpassword FROM pg_authid WHERE rolname = 'site_gateway'`);
    await prepareGatewayRole(siteUrl, 'the first/password@');
    expect(await queryAs(siteUrl, `SELECT rolpassword FROM pg_authid WHERE rolname = 'site_gateway'`)).toEqual(kept);
    // Kept as a verifier, which does not contain it.
    expect(kept[0]?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
  });

  it('says what to do where the site may not create roles', async () => {
    const url = (await cluster.createDatabase('of_somebody_else')).replace('postgres@', 'plain:plain@');
    const problem: unknown = await prepareGatewayRole(url, 'secret').catch((error) => error);
    expect(problem).toBeInstanceOf(EnvironmentError);
    expect(String(problem)).toContain('CREATE ROLE "of_somebody_else_gateway" LOGIN');
    expect(String(problem)).toContain('GATEWAY_DATABASE_URL');
    expect(String(problem)).not.toContain('secret');
    expect(await cluster.log()).not.toContain('secret');
  });

  it('replaces a password that is not the right one any more', async () => {
    const url = await cluster.createDatabase('renewed');
    const old = await prepareGatewayRole(url, 'old');
    const renewed = await prepareGatewayRole(url, 'new');
    expect(await refusal(old, 'SELECT')).toBe(WRONG_PASSWORD);
    expect(await refusal(renewed, 'SELECT FROM gateway_credentials')).toBeNull();
  });

  it('by several processes at once makes one role', async () => {
    const url = await cluster.createDatabase('contended');
    const urls = await Promise.all(Array.from({ length: 8 }, () => prepareGatewayRole(url, 'same')));
    expect(new Set(urls).size).toBe(1);
    expect(await refusal(urls[0] ?? '', 'SELECT FROM gateway_credentials')).toBeNull();
  });

  it('gives each database a role of its own, however long its name', async () => {
    const names = [`${'a'.repeat(62)}1`, `${'a'.repeat(62)}2`];
    const urls = await Promise.all(names.map(async (name) => prepareGatewayRole(await cluster.createDatabase(name), 'long')));
    const users = await Promise.all(urls.map((url) => queryAs(url, 'SELECT current_user AS name')));
    expect(new Set(users.flat().map(({ name }) => name)).size).toBe(2);
  });
});

/** One valid proxy and one that has expired. */
async function putProxy(): Promise<void> {
  await queryAs(
    siteUrl,
    `SET session_replication_role = replica;
     INSERT INTO addresses (id, country, ip, free_at) VALUES (1, 'fr', '10.0.0.1', now()), (2, 'fr', '10.0.0.2', now());
     INSERT INTO proxies (id, order_id, position, account_id, country, address_id, username, password_ciphertext, password_key_id,
                          password_hash, created_at, expires_at)
     VALUES ('px_valid', 1, 1, 1, 'fr', 1, 'isp1', '', 'none', '', now(), now() + interval '1 day'),
            ('px_expired', 1, 2, 1, 'fr', 2, 'isp2', '', 'none', '', now() - interval '2 days', now() - interval '1 day')`,
  );
}
