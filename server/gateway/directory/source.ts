/**
 * The database as the directory sees it: the view of valid credentials, by username, by proxy or whole,
 * and word of what changes in it.
 */
import { Client, type ClientConfig } from 'pg';

/** A row of the view `gateway_credentials`. The exit is an address (`exit_ip`) or an upstream (all of its columns). */
export interface CredentialRow {
  readonly proxy_id: string;
  readonly account_id: number;
  readonly username: string;
  readonly password_hash: Buffer;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
  readonly exit_ip: string | null;
  readonly upstream_protocol: 'socks5' | 'http' | null;
  readonly upstream_host: string | null;
  readonly upstream_port: number | null;
  readonly upstream_username: string | null;
  readonly upstream_password_ciphertext: Buffer | null;
  readonly upstream_outside: boolean | null;
}

const SELECT = `SELECT proxy_id, account_id, username, password_hash, floor(extract(epoch FROM expires_at) * 1000)::float8 AS expires_at,
  exit_ip, upstream_protocol, upstream_host, upstream_port, upstream_username, upstream_password_ciphertext, upstream_outside
  FROM gateway_credentials`;

/**
 * An open connection. Answers come in the order of the questions, so that the later of two about one proxy is never the older.
 */
export interface Line {
  /** @throws Error where the line is lost. */
  byUsername(usernames: readonly string[]): Promise<CredentialRow[]>;
  /** @throws Error where the line is lost. */
  byProxy(proxyIds: readonly string[]): Promise<CredentialRow[]>;
  /** Resolves when the line is gone: closed by either side, or left without an answer for too long. */
  readonly lost: Promise<void>;
  close(): void;
}

/** A line without an answer for this long is given up. */
const ANSWER_MS = 2_000;
/** How often an idle line is asked whether it still stands. */
const HEARTBEAT_MS = 5_000;
/** For a page of everything, which may have to wait for a disk. */
const PAGE_MS = 15_000;
/** Small enough that taking over a page does not hold up anybody's traffic. */
const PAGE_ROWS = 1_000;

/**
 * Opens a line.
 * @param changed told the id of each proxy whose credential changed or went, from when this resolves.
 * @throws Error where there is no database.
 */
export async function openLine(databaseUrl: string, changed: (proxyId: string) => void): Promise<Line> {
  const client = new Client(configuration(databaseUrl, ANSWER_MS));
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  const lose = () => {
    clearInterval(heartbeat);
    destroy(client);
    resolve();
  };
  const answered = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error) => {
      lose();
      throw error;
    });
  const rows = async (name: string, condition: string, keys: readonly string[]) => {
    const query = { name, text: `${SELECT} WHERE ${condition}`, values: [keys] };
    return (await answered(client.query<CredentialRow>(query))).rows;
  };
  const heartbeat = setInterval(() => {
    answered(client.query('SELECT 1')).catch(() => {});
  }, HEARTBEAT_MS);
  client.on('error', lose);
  client.on('end', lose);
  client.on('notification', ({ payload }) => {
    if (payload) changed(payload);
  });
  await answered(client.connect());
  await answered(client.query('LISTEN gateway_credentials'));
  return {
    byUsername: (usernames) => rows('gateway.by_username', 'username = ANY ($1)', usernames),
    byProxy: (proxyIds) => rows('gateway.by_proxy', 'proxy_id = ANY ($1)', proxyIds),
    lost,
    close: lose,
  };
}

/**
 * All valid credentials as of one moment, page by page, over a connection of its own.
 * @throws Error where the database goes away.
 */
export async function* readAll(databaseUrl: string): AsyncGenerator<CredentialRow[], void, void> {
  const client = new Client(configuration(databaseUrl, PAGE_MS));
  client.on('error', () => {});
  let done = false;
  try {
    await client.connect();
    await client.query(`BEGIN READ ONLY; DECLARE valid NO SCROLL CURSOR FOR ${SELECT}`);
    while (!done) {
      const { rows } = await client.query<CredentialRow>(`FETCH ${PAGE_ROWS} FROM valid`);
      yield rows;
      done = rows.length < PAGE_ROWS;
    }
    await client.query('COMMIT');
  } finally {
    if (done) await client.end();
    else destroy(client);
  }
}

function configuration(connectionString: string, query_timeout: number): ClientConfig {
  return {
    connectionString,
    query_timeout,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'entry point directory',
  };
}

/** What node-postgres does not declare: the socket of a connection. */
interface Wired {
  readonly connection: { readonly stream: { destroy(): void } };
}

/** Without the leave-taking, for which a connection that is stuck would wait. */
function destroy(client: Client): void {
  (client as Client & Wired).connection.stream.destroy();
}
