/** The site's entry point as a contender: a process of its own over a scratch database with proxies whose exits are 127.0.1.x. */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import type { GatewayMessage } from '#server/gateway/launch/message.ts';
import { prepareGatewayRole } from '#server/gateway/launch/role.ts';
import { randomBase62 } from '#server/kernel/crypto.ts';
import { passwordHash } from '#server/kernel/gateway-key.ts';
import type { ScratchCluster } from '../../harness/cluster.ts';
import { fillAccounts } from '../fill.ts';
import { type Contender, endProcess, type Login, type Program } from './contender.ts';

/** Exits, so that no address runs out of ports: each connection leaves one behind for a while. */
const PROXIES = 64;
const NO_LIMIT = '1000000';

const program = path.join(import.meta.dirname, '../../../server/gateway/main.ts');

/** Fills a database of its own. */
export async function entryPoint(cluster: ScratchCluster): Promise<Program> {
  const databaseUrl = await cluster.createDatabase('gateway');
  const key = randomBytes(32);
  const logins = Array.from({ length: PROXIES }, (_, i) => ({
    username: `isp${i}${randomBase62(6)}`,
    password: randomBase62(22),
  }));
  await fillProxies(databaseUrl, key, logins);
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    GATEWAY_PORT: '0',
    GATEWAY_METRICS_PORT: '0',
    GATEWAY_BIND: '127.0.0.1',
    GATEWAY_DATABASE_URL: await prepareGatewayRole(databaseUrl, randomBase62(32)),
    GATEWAY_KEY: key.toString('base64'),
    SITE_URL: 'http://localhost',
    GATEWAY_ALLOWED_NETWORKS: '127.0.0.0/8',
    GATEWAY_TUNNELS_PER_PROXY: NO_LIMIT,
    GATEWAY_TUNNELS_PER_ACCOUNT: NO_LIMIT,
    GATEWAY_CONNECTIONS_PER_SOURCE: NO_LIMIT,
    GATEWAY_CONNECTIONS: NO_LIMIT,
    GATEWAY_DRAIN_SECONDS: '1',
  } as const;
  return { name: 'entry_point', start: () => startEntryPoint(env, logins) };
}

async function startEntryPoint(env: NodeJS.ProcessEnv, logins: readonly Login[]): Promise<Contender> {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const said = await new Promise<GatewayMessage>((resolve) => {
    child.once('message', (message) => resolve(message as GatewayMessage));
    child.once('exit', (code) => resolve({ failed: `exit code ${code}` }));
  });
  if ('failed' in said) throw new Error(`the entry point did not start: ${said.failed}`);
  const { port } = said.listening;
  return { name: 'entry_point', protocol: 'socks5', logins, port, pid: child.pid ?? 0, stop: () => endProcess(child) };
}

/** One proxy for each login, of as many accounts. Without checks: their orders do not matter here. */
async function fillProxies(databaseUrl: string, key: Buffer, logins: readonly Login[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await fillAccounts(client);
    const hashes = logins.map(({ username, password }) => passwordHash(key, username, password));
    await client.query(`SET session_replication_role = replica;
      INSERT INTO addresses (id, country, ip, free_at)
        SELECT i, 'fr', '127.0.1.0'::inet + i, now() + interval '30 days' FROM generate_series(1, ${PROXIES}) AS i`);
    await client.query(
      `INSERT INTO proxies (id, order_id, position, account_id, country, address_id, username, password_ciphertext, password_key_id,
                            password_hash, expires_at)
         SELECT 'px_' || md5(i::text), i, 1, i, 'fr', i, username, $3, 'none', hash, now() + interval '30 days'
         FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS login (username, hash, i)`,
      [logins.map(({ username }) => username), hashes, createHash('sha384').update('no real one').digest()],
    );
  } finally {
    await client.end();
  }
}
