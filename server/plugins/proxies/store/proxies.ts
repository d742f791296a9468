/** Delivered proxies and the upstreams that some of them leave through. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId, ProxyId } from '#server/kernel/ids.ts';

/** An upstream to be written: its password sealed for the entry point. */
export interface NewUpstream {
  protocol: 'socks5' | 'http';
  host: string;
  outside: boolean;
  port: number;
  username: string;
  passwordCiphertext: Buffer;
  origin?: { supplierOrderId: number; remoteProxyId: string; expiresAt: Date };
}

const insertUpstreamStatement = statement<
  { id: number },
  [string, string, boolean, number, string, Buffer, number | null, string | null, Date | null]
>(
  'proxies.insert_upstream',
  `INSERT INTO upstreams (protocol, host, outside, port, username, password_ciphertext, supplier_order_id, remote_proxy_id, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
);

/** Writes an upstream, for the proxy that will leave through it. @returns its id. */
export async function insertUpstream(tx: Transaction, upstream: NewUpstream): Promise<number> {
  const { protocol, host, outside, port, username, passwordCiphertext, origin } = upstream;
  const [row] = await tx.run(
    insertUpstreamStatement,
    protocol,
    host,
    outside,
    port,
    username,
    passwordCiphertext,
    origin?.supplierOrderId ?? null,
    origin?.remoteProxyId ?? null,
    origin?.expiresAt ?? null,
  );
  if (!row) throw new Error('an upstream was written and has no id');
  return row.id;
}

/** Proxies to be written, column by column, in the order of their positions. Each has an address or an upstream. */
export interface NewProxies {
  orderId: OrderId;
  accountId: AccountId;
  country: Country;
  ids: readonly ProxyId[];
  addressIds: readonly (number | null)[];
  upstreamIds: readonly (number | null)[];
  usernames: readonly string[];
  passwordCiphertexts: readonly Buffer[];
  passwordHashes: readonly Buffer[];
  passwordKeyId: string;
  createdAt: Date;
  expiresAt: Date;
  /** Since when they have their addresses, where that is later. */
  addressSince: Date | null;
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
    readonly (number | null)[],
    readonly (number | null)[],
    readonly string[],
    readonly Buffer[],
    readonly Buffer[],
    Date | null,
  ]
>(
  'proxies.insert',
  `INSERT INTO proxies (order_id, account_id, country, password_key_id, created_at, expires_at, address_since,
                        id, address_id, upstream_id, username, password_ciphertext, password_hash, position)
   SELECT $1, $2, $3, $4, $5, $6, CASE WHEN address_id IS NOT NULL AND $13::timestamptz > $5 THEN $13 END, new.*
   FROM unnest($7::text[], $8::int[], $9::int[], $10::text[], $11::bytea[], $12::bytea[]) WITH ORDINALITY
     AS new (id, address_id, upstream_id, username, password_ciphertext, password_hash, position)`,
);

/** Writes delivered proxies. */
export async function insert(tx: Transaction, rows: NewProxies): Promise<void> {
  await tx.run(
    insertStatement,
    rows.orderId,
    rows.accountId,
    rows.country,
    rows.passwordKeyId,
    rows.createdAt,
    rows.expiresAt,
    rows.ids,
    rows.addressIds,
    rows.upstreamIds,
    rows.usernames,
    rows.passwordCiphertexts,
    rows.passwordHashes,
    rows.addressSince,
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

const liveStatement = statement<{ live: number }, [AccountId]>(
  'proxies.live',
  'SELECT count(*)::int AS live FROM proxies WHERE account_id = $1 AND expires_at > now()',
);

/** How many of the account's proxies are valid now. */
export async function countLive(db: Queryable, accountId: AccountId): Promise<number> {
  return (await db.run(liveStatement, accountId))[0]?.live ?? 0;
}

/** What may be shown of a proxy without its password. */
export interface ShownProxy {
  id: ProxyId;
  username: string;
  country: Country;
  created_at: Date;
  expires_at: Date;
}

const deliveredStatement = statement<ShownProxy, [OrderId, AccountId]>(
  'proxies.delivered_in_order',
  `SELECT id, username, country, created_at, expires_at FROM proxies
   WHERE order_id = $1 AND account_id = $2 ORDER BY position`,
);

/** The proxies of an order of this account without their passwords, in the order of their positions. */
export function deliveredInOrder(db: Queryable, accountId: AccountId, orderId: OrderId): Promise<ShownProxy[]> {
  return db.run(deliveredStatement, orderId, accountId);
}

const orderOfStatement = statement<{ order_id: OrderId }, [AccountId, string]>(
  'proxies.order_of',
  'SELECT order_id FROM proxies WHERE account_id = $1 AND (id = $2 OR username = $2)',
);

/** The order that delivered a proxy, named by its id or its username; null where the account has no such proxy. */
export async function orderOf(db: Queryable, accountId: AccountId, name: string): Promise<OrderId | null> {
  return (await db.run(orderOfStatement, accountId, name))[0]?.order_id ?? null;
}
