/** Every query of proxies and of the site's own address pool. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId, ProxyId } from '#server/kernel/ids.ts';

export const availableStatement = statement<{ country: Country; available: number }, []>(
  'proxies.available',
  'SELECT country, sum(delta)::int AS available FROM stock_moves WHERE at <= now() GROUP BY country',
);

/** Free addresses of each country that ever had any. */
export function available(db: Queryable): Promise<{ country: Country; available: number }[]> {
  return db.run(availableStatement);
}

/**
 * Leases free addresses that no other buyer is leasing just now. The scan starts at a random place among the free ones: buyers
 * that all began at one end would wade through each other's locked and dead entries.
 */
export const leaseStatement = statement<{ id: number }, [Country, number, Date, Date]>(
  'proxies.lease',
  `WITH oldest AS (
     SELECT free_at FROM addresses WHERE country = $1 AND free_at <= $3 ORDER BY free_at LIMIT 1
   ), start AS MATERIALIZED (
     SELECT free_at + ($3 - free_at) * random() AS at FROM oldest
   ), later AS MATERIALIZED (
     SELECT id FROM addresses WHERE country = $1 AND free_at <= $3 AND free_at >= (SELECT at FROM start)
     ORDER BY free_at LIMIT $2 FOR UPDATE SKIP LOCKED
   ), earlier AS MATERIALIZED (
     SELECT id FROM addresses WHERE country = $1 AND free_at < (SELECT at FROM start)
     ORDER BY free_at LIMIT $2 - (SELECT count(*) FROM later) FOR UPDATE SKIP LOCKED
   )
   UPDATE addresses SET free_at = $4 WHERE id = ANY (ARRAY(SELECT id FROM later UNION ALL SELECT id FROM earlier))
   RETURNING id`,
);

/**
 * Leases free addresses, waiting for buyers who hold some: near depletion one of them may yet give back what it holds. Always in
 * the same order, so that two who wait cannot wait for each other.
 */
export const patientLeaseStatement = statement<{ id: number }, [Country, number, Date, Date]>(
  'proxies.lease_patiently',
  `WITH free AS MATERIALIZED (
     SELECT id FROM addresses WHERE country = $1 AND free_at <= $3 ORDER BY free_at, id LIMIT $2 FOR UPDATE
   )
   UPDATE addresses SET free_at = $4 WHERE id IN (SELECT id FROM free) RETURNING id`,
);

/** Proxies to be written, column by column, in the order of their positions. */
export interface NewProxies {
  orderId: OrderId;
  accountId: AccountId;
  country: Country;
  ids: readonly ProxyId[];
  usernames: readonly string[];
  passwordCiphertexts: readonly Buffer[];
  passwordHashes: readonly Buffer[];
  passwordKeyId: string;
  createdAt: Date;
  expiresAt: Date;
}

export const insertStatement = statement<
  object,
  [
    OrderId,
    AccountId,
    Country,
    string,
    Date,
    Date,
    readonly string[],
    readonly number[],
    readonly string[],
    readonly Buffer[],
    readonly Buffer[],
  ]
>(
  'proxies.insert',
  `INSERT INTO proxies (order_id, account_id, country, password_key_id, created_at, expires_at,
                        id, address_id, username, password_ciphertext, password_hash, position)
   SELECT $1, $2, $3, $4, $5, $6, new.*
   FROM unnest($7::text[], $8::int[], $9::text[], $10::bytea[], $11::bytea[]) WITH ORDINALITY AS new`,
);

/** Writes delivered proxies with an address of the pool each. */
export async function insert(tx: Transaction, rows: NewProxies, addressIds: readonly number[]): Promise<void> {
  await tx.run(
    insertStatement,
    rows.orderId,
    rows.accountId,
    rows.country,
    rows.passwordKeyId,
    rows.createdAt,
    rows.expiresAt,
    rows.ids,
    addressIds,
    rows.usernames,
    rows.passwordCiphertexts,
    rows.passwordHashes,
  );
}

/** An upstream to be written: its password sealed for the entry point. */
export interface NewUpstream {
  protocol: 'socks5' | 'http';
  host: string;
  port: number;
  username: string;
  passwordCiphertext: Buffer;
}

const insertRemoteStatement = statement<
  object,
  [
    OrderId,
    AccountId,
    Country,
    string,
    Date,
    Date,
    readonly string[],
    readonly string[],
    readonly Buffer[],
    readonly Buffer[],
    number,
    readonly string[],
    readonly string[],
    readonly number[],
    readonly string[],
    readonly Buffer[],
  ]
>(
  'proxies.insert_remote',
  `WITH new AS MATERIALIZED (
     SELECT nextval('upstreams_id_seq')::int AS upstream_id, given.*
     FROM unnest($7::text[], $8::text[], $9::bytea[], $10::bytea[], $12::text[], $13::text[], $14::int[], $15::text[], $16::bytea[])
          WITH ORDINALITY AS given (id, username, password_ciphertext, password_hash, protocol, host, port, login, sealed, place)
   ), upstream AS (
     INSERT INTO upstreams (id, protocol, host, port, username, password_ciphertext)
     SELECT upstream_id, protocol, host, port, login, sealed FROM new
   )
   INSERT INTO proxies (order_id, account_id, country, password_key_id, created_at, expires_at,
                        id, upstream_id, username, password_ciphertext, password_hash, position)
   SELECT $1, $2, $3, $4, $5, $6, id, upstream_id, username, password_ciphertext, password_hash, $11::int + place FROM new`,
);

/** Writes delivered proxies with an upstream each, behind the first `placed` of the order. */
export async function insertRemote(
  tx: Transaction,
  rows: NewProxies,
  placed: number,
  upstreams: readonly NewUpstream[],
): Promise<void> {
  await tx.run(
    insertRemoteStatement,
    rows.orderId,
    rows.accountId,
    rows.country,
    rows.passwordKeyId,
    rows.createdAt,
    rows.expiresAt,
    rows.ids,
    rows.usernames,
    rows.passwordCiphertexts,
    rows.passwordHashes,
    placed,
    upstreams.map((upstream) => upstream.protocol),
    upstreams.map((upstream) => upstream.host),
    upstreams.map((upstream) => upstream.port),
    upstreams.map((upstream) => upstream.username),
    upstreams.map((upstream) => upstream.passwordCiphertext),
  );
}

/** A proxy as stored: its password still sealed. */
export interface StoredProxy {
  id: ProxyId;
  country: Country;
  username: string;
  password_ciphertext: Buffer;
  expires_at: Date;
}

const ofOrderStatement = statement<StoredProxy, [OrderId, AccountId]>(
  'proxies.of_order',
  `SELECT id, country, username, password_ciphertext, expires_at FROM proxies
   WHERE order_id = $1 AND account_id = $2 ORDER BY position`,
);

/** The proxies of an order of this account, in the order of their positions. */
export function ofOrder(db: Queryable, accountId: AccountId, orderId: OrderId): Promise<StoredProxy[]> {
  return db.run(ofOrderStatement, orderId, accountId);
}

const ofAccountStatement = statement<StoredProxy, [string, AccountId]>(
  'proxies.of_account',
  'SELECT id, country, username, password_ciphertext, expires_at FROM proxies WHERE id = $1 AND account_id = $2',
);

/** A proxy of this account, or null where it has no such one. */
export async function ofAccount(db: Queryable, accountId: AccountId, id: string): Promise<StoredProxy | null> {
  return (await db.run(ofAccountStatement, id, accountId))[0] ?? null;
}

const latestStatement = statement<Omit<StoredProxy, 'password_ciphertext'>, [AccountId, number]>(
  'proxies.latest',
  `SELECT id, country, username, expires_at FROM proxies WHERE account_id = $1 AND expires_at > now()
   ORDER BY created_at DESC, order_id DESC, position LIMIT $2`,
);

/** The account's newest proxies that are valid now. */
export function latest(db: Queryable, accountId: AccountId, limit: number) {
  return db.run(latestStatement, accountId, limit);
}

const replacePasswordStatement = statement<{ id: ProxyId }, [ProxyId, AccountId, Buffer, string, Buffer]>(
  'proxies.replace_password',
  `UPDATE proxies SET password_ciphertext = $3, password_key_id = $4, password_hash = $5
   WHERE id = $1 AND account_id = $2 AND expires_at > now() RETURNING id`,
);

/** Gives a proxy of this account another password. @returns false where it has expired, or the account has no such one. */
export async function replacePassword(
  db: Queryable,
  accountId: AccountId,
  id: ProxyId,
  password: { ciphertext: Buffer; keyId: string; hash: Buffer },
): Promise<boolean> {
  const { ciphertext, keyId, hash } = password;
  return (await db.run(replacePasswordStatement, id, accountId, ciphertext, keyId, hash)).length > 0;
}

/** What went through a proxy on one day (UTC); the row is written by the entry point. */
export interface DayOfUse {
  /** YYYY-MM-DD. */
  day: string;
  up_bytes: number;
  down_bytes: number;
  connections: number;
}

const daysOfUseStatement = statement<DayOfUse, [string, number]>(
  'proxies.days_of_use',
  `SELECT to_char(calendar.day, 'YYYY-MM-DD') AS day, coalesce(up_bytes, 0) AS up_bytes, coalesce(down_bytes, 0) AS down_bytes,
          coalesce(connections, 0) AS connections
   FROM generate_series(0, $2 - 1) AS ago
   CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'UTC')::date - ago AS day) AS calendar
   LEFT JOIN proxy_usage AS usage ON usage.proxy_id = $1 AND usage.day = calendar.day
   ORDER BY calendar.day`,
);

/** The last `days` days of a proxy, today among them, oldest first; those without traffic with zeros. */
export function daysOfUse(db: Queryable, proxyId: string, days: number): Promise<DayOfUse[]> {
  return db.run(daysOfUseStatement, proxyId, days);
}

/** What went through a proxy today, and over some days. */
export interface UseSummary {
  proxy_id: ProxyId;
  up_bytes_today: number;
  down_bytes_today: number;
  connections_today: number;
  up_bytes: number;
  down_bytes: number;
  connections: number;
}

const sumsOfUseStatement = statement<UseSummary, [AccountId, readonly string[], number]>(
  'proxies.sums_of_use',
  `SELECT proxies.id AS proxy_id,
          coalesce(sum(up_bytes) FILTER (WHERE day = today), 0)::bigint AS up_bytes_today,
          coalesce(sum(down_bytes) FILTER (WHERE day = today), 0)::bigint AS down_bytes_today,
          coalesce(sum(connections) FILTER (WHERE day = today), 0)::bigint AS connections_today,
          coalesce(sum(up_bytes), 0)::bigint AS up_bytes,
          coalesce(sum(down_bytes), 0)::bigint AS down_bytes,
          coalesce(sum(connections), 0)::bigint AS connections
   FROM proxies CROSS JOIN (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS calendar
   LEFT JOIN proxy_usage ON proxy_id = proxies.id AND day > today - $3::int AND day <= today
   WHERE account_id = $1 AND proxies.id = ANY ($2)
   GROUP BY proxies.id`,
);

/** Traffic of those of the proxies that are the account's own, today and over the last `days` days. */
export function sumsOfUse(db: Queryable, accountId: AccountId, ids: readonly string[], days: number): Promise<UseSummary[]> {
  return db.run(sumsOfUseStatement, accountId, ids, days);
}

/** A proxy with all that is sealed of it. The columns of the upstream are null where there is none. */
export interface SealedProxy {
  id: ProxyId;
  username: string;
  password_ciphertext: Buffer;
  password_key_id: string;
  password_hash: Buffer;
  host: string;
  port: number;
  login: string;
  upstream_ciphertext: Buffer | null;
}

const SEALED = `SELECT proxies.id, proxies.username, proxies.password_ciphertext, password_key_id, password_hash, host, port,
            upstreams.username AS login, upstreams.password_ciphertext AS upstream_ciphertext
     FROM proxies LEFT JOIN upstreams ON upstreams.id = upstream_id`;

const sampleStatement = statement<SealedProxy, [string, number]>(
  'proxies.sample',
  `(${SEALED} WHERE proxies.id >= $1 ORDER BY proxies.id LIMIT $2)
   UNION ALL
   (${SEALED} WHERE proxies.id < $1 ORDER BY proxies.id LIMIT $2)`,
);

/** Up to `size` proxies on either side of an id. Ids are random, so a random one gives a random sample. */
export function sample(db: Queryable, around: string, size: number): Promise<SealedProxy[]> {
  return db.run(sampleStatement, around, size);
}

const addStatement = statement<{ ip: string }, [Country, readonly string[]]>(
  'proxies.add_addresses',
  // Scattered over the past so that buyers, who start at a random place, do not meet.
  `INSERT INTO addresses (country, ip, free_at)
   SELECT $1, ip, now() - random() * interval '30 days' FROM unnest($2::inet[]) AS ip
   ON CONFLICT (ip) DO NOTHING RETURNING host(ip) AS ip`,
);

/** Adds exit addresses to the pool. @returns those that were not in it yet. */
export async function addAddresses(db: Queryable, country: Country, ips: readonly string[]): Promise<string[]> {
  return (await db.run(addStatement, country, ips)).map((row) => row.ip);
}

const findStatement = statement<{ ip: string; country: Country }, [readonly string[]]>(
  'proxies.find_addresses',
  'SELECT host(ip) AS ip, country FROM addresses WHERE ip = ANY ($1::inet[])',
);

/** Those of the addresses that are in the pool, with their countries. */
export function findAddresses(db: Queryable, ips: readonly string[]): Promise<{ ip: string; country: Country }[]> {
  return db.run(findStatement, ips);
}

const stockStatement = statement<{ country: Country; total: number; free: number }, []>(
  'proxies.stock',
  `SELECT country, count(*)::int AS total, (count(*) FILTER (WHERE free_at <= now()))::int AS free
   FROM addresses GROUP BY country ORDER BY country`,
);

/** Addresses of each country, counted one by one: for the operator, who wants the truth rather than speed. */
export function countAddresses(db: Queryable): Promise<{ country: Country; total: number; free: number }[]> {
  return db.run(stockStatement);
}

const liveStatement = statement<{ live: number }, [AccountId]>(
  'proxies.live',
  'SELECT count(*)::int AS live FROM proxies WHERE account_id = $1 AND expires_at > now()',
);

/** How many of the account's proxies are valid now. */
export async function countLive(db: Queryable, accountId: AccountId): Promise<number> {
  return (await db.run(liveStatement, accountId))[0]?.live ?? 0;
}

const describeStatement = statement<
  { id: ProxyId; username: string; country: Country; created_at: Date; expires_at: Date },
  [AccountId, readonly string[]]
>(
  'proxies.describe',
  'SELECT id, username, country, created_at, expires_at FROM proxies WHERE account_id = $1 AND id = ANY ($2)',
);

/** What may be shown of the account's own proxies without their passwords, by id. */
export async function describe(db: Queryable, accountId: AccountId, ids: readonly string[]) {
  return new Map<string, { username: string; country: Country; created_at: Date; expires_at: Date }>(
    (await db.run(describeStatement, accountId, ids)).map((row) => [row.id, row]),
  );
}

const forgetUsageStatement = statement<object, [number, number]>(
  'proxies.forget_usage',
  `WITH flushes AS (DELETE FROM gateway_flushes WHERE at < now() - make_interval(days => $2))
   DELETE FROM proxy_usage WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int`,
);

/** Removes usage of more than `usageDays` days ago, and what entry points that have not reported for `gatewayDays` days left behind. */
export async function forgetUsage(db: Queryable, usageDays: number, gatewayDays: number): Promise<void> {
  await db.run(forgetUsageStatement, usageDays, gatewayDays);
}
