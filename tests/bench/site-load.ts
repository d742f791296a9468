/** A production server on a filled scratch database, and clients that call its API from many accounts and addresses. */
import pg from 'pg';
import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import { keyedHash, randomBase62 } from '#server/kernel/crypto.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { apiKeyOf, KEY_RANDOM_LENGTH } from '#server/plugins/reseller/rules.ts';
import type { ScratchCluster } from '../harness/cluster.ts';
import { type SiteServer, scratchEnv, startServer } from '../harness/server.ts';
import { ACCOUNTS, fillAccounts, fillAddresses, settle } from './fill.ts';
import { type Connection, loopbackAddress, openConnection } from './http-client.ts';
import { CLIENTS } from './rounds.ts';

/** Connections, each from an address of its own: together they may make 120 requests a minute each. */
const CONNECTIONS = 1_024;
/** Addresses of the pool: more than a run can buy. */
const STOCK = 400_000;

/** An account of the benchmark and what its program knows. */
export interface Buyer {
  readonly accountId: AccountId;
  readonly keyHash: Buffer;
  /** The start of an HTTP request: request line, host and key. */
  readonly head: string;
}

export interface SiteLoad {
  readonly server: SiteServer;
  /** The same database, straight. */
  readonly pool: pg.Pool;
  /** The accounts in turn, so that none meets its limit of requests a minute. */
  nextBuyer(): Buyer;
  /** Sends on the client's next connection; they too take turns. @throws Error for any other status than `expected`. */
  call(client: number, head: string, body: string, expected: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param requestLine such as `GET /balance`, below the API's base. */
export async function startSiteLoad(cluster: ScratchCluster, requestLine: string): Promise<SiteLoad> {
  const url = await cluster.createDatabase('site_load');
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS, pipeline: true });
  const env = scratchEnv(url);
  const filling = await pool.connect();
  await fillAccounts(filling);
  await fillAddresses(filling, 1, STOCK);
  const keys = Array.from({ length: ACCOUNTS }, () => apiKeyOf(randomBase62(KEY_RANDOM_LENGTH)));
  const pepper = Buffer.from(env.API_KEY_PEPPER ?? '', 'base64');
  const hashes = keys.map((key) => keyedHash(pepper, key));
  await filling.query(
    'UPDATE api_keys SET hash = new.hash FROM unnest($1::bytea[]) WITH ORDINALITY AS new (hash, id) WHERE account_id = id',
    [hashes],
  );
  await settle(filling);
  filling.release();

  const server = await startServer({ ...env, LOG_LEVEL: 'warn' });
  const [method, path] = requestLine.split(' ');
  const buyers = keys.map(
    (key, i): Buyer => ({
      accountId: (i + 1) as AccountId,
      keyHash: hashes[i] ?? Buffer.alloc(0),
      head: `${method} ${API_BASE_PATH}${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}`,
    }),
  );
  const connections: Connection[][] = Array.from({ length: CLIENTS }, () => []);
  for (let i = 0; i < CONNECTIONS; i += 1) {
    connections[i % CLIENTS]?.push(await openConnection(server.port, loopbackAddress(i + 1)));
  }
  let turn = 0;
  const turns = new Array<number>(CLIENTS).fill(0);
  return {
    server,
    pool,
    nextBuyer() {
      turn = (turn + 1) % buyers.length;
      return buyers[turn] as Buyer;
    },
    async call(client, head, body, expected) {
      const own = connections[client] ?? [];
      turns[client] = ((turns[client] ?? 0) + 1) % own.length;
      const answer = await (own[turns[client]] as Connection).request(head, body);
      if (answer.status !== expected) throw new Error(`the server answered ${answer.status}: ${answer.body}`);
    },
    async stop() {
      for (const connection of connections.flat()) connection.close();
      await server.stop();
      await pool.end();
    },
  };
}
