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

const sampleStatement = statement<
  { id: ProxyId; username: string; password_ciphertext: Buffer; password_key_id: string; password_hash: Buffer },
  [string, number]
>(
  'proxies.sample',
  `(SELECT id, username, password_ciphertext, password_key_id, password_hash FROM proxies WHERE id >= $1 ORDER BY id LIMIT $2)
   UNION ALL
   (SELECT id, username, password_ciphertext, password_key_id, password_hash FROM proxies WHERE id < $1 ORDER BY id LIMIT $2)`,
);

/** Up to `size` proxies on either side of an id. Ids are random, so a random one gives a random sample. */
export function sample(db: Queryable, around: string, size: number) {
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
