/** Credentials of proxies: made for a purchase, read as they are delivered, replaced, and checked by `verify`. */
import type { Country } from '#prisma/generated/enums.ts';
import { randomBase62, randomReadable } from '#server/kernel/crypto.ts';
import type { Queryable, Transaction } from '#server/kernel/database.ts';
import { passwordHash, upstreamVault } from '#server/kernel/gateway-key.ts';
import type { AccountId, OrderId, ProxyId, TaskId } from '#server/kernel/ids.ts';
import type { Secrets } from '#server/kernel/secrets.ts';
import type { Services } from '#server/kernel/services.ts';
import { accessString, HIDDEN_PASSWORD } from '../rules.ts';
import type { DeliveredProxy } from '../schema.ts';
import * as list from '../store/list.ts';
import * as passwords from '../store/passwords.ts';
import * as store from '../store/proxies.ts';

/** Where the traffic of a proxy leaves: from an address of the site's pool, or through an upstream. */
type Egress = { readonly addressId: number } | { readonly upstreamId: number };

/** A proxy with fresh credentials that is not written yet. Of its two exits one is null. */
export interface MintedProxy {
  readonly id: ProxyId;
  readonly addressId: number | null;
  readonly upstreamId: number | null;
  readonly username: string;
  readonly password: string;
}

/** Makes a proxy for each exit, in their order: usernames of 65 random bits, passwords of 142. */
export function mint(exits: readonly Egress[]): MintedProxy[] {
  return exits.map((exit) => ({
    id: newProxyId(),
    addressId: 'addressId' in exit ? exit.addressId : null,
    upstreamId: 'upstreamId' in exit ? exit.upstreamId : null,
    username: `isp${randomReadable(13)}`,
    password: newPassword(),
  }));
}

/**
 * Writes minted proxies in the buyer's transaction, their passwords sealed. Where `at` is in the past, `addressSince` is when the order got its
 * addresses: another proxy may have had them until then.
 * @returns them as they are delivered, in the same order.
 */
export async function issue(
  tx: Transaction,
  services: Services,
  order: { orderId: OrderId; accountId: AccountId; country: Country; at: Date; until: Date; addressSince?: Date },
  minted: readonly MintedProxy[],
): Promise<DeliveredProxy[]> {
  const { vault, gatewayKey } = services.secrets;
  await store.insert(tx, {
    orderId: order.orderId,
    accountId: order.accountId,
    country: order.country,
    createdAt: order.at,
    expiresAt: order.until,
    addressSince: order.addressSince ?? null,
    passwordKeyId: vault.keyId,
    ids: minted.map((proxy) => proxy.id),
    addressIds: minted.map((proxy) => proxy.addressId),
    upstreamIds: minted.map((proxy) => proxy.upstreamId),
    usernames: minted.map((proxy) => proxy.username),
    passwordCiphertexts: minted.map((proxy) => vault.seal(proxy.password, proxy.id)),
    passwordHashes: minted.map((proxy) => passwordHash(gatewayKey, proxy.username, proxy.password)),
  });
  return minted.map((proxy) => rendered(services, { ...proxy, country: order.country, expiresAt: order.until }));
}

/** The proxies of an order with their current credentials and expiry (decision 25). */
export async function proxiesOfOrder(
  db: Queryable,
  services: Services,
  accountId: AccountId,
  orderId: OrderId,
): Promise<DeliveredProxy[]> {
  const rows = await store.ofOrder(db, accountId, orderId);
  return rows.map((row) => delivered(services, row));
}

/** The credentials of those of the proxies that are the account's own, in the order of the ids. */
export async function credentials(services: Services, accountId: AccountId, ids: readonly string[]): Promise<DeliveredProxy[]> {
  const rows = await list.credentials(services.db, accountId, ids);
  return rows.map((row) => delivered(services, row));
}

/**
 * Gives a proxy another password, under the same username; the old one is dead at once.
 * @returns the proxy as it is delivered from now on, null where it has expired.
 */
export async function resetPassword(services: Services, row: store.StoredProxy): Promise<DeliveredProxy | null> {
  const { vault, gatewayKey } = services.secrets;
  const password = newPassword();
  const ciphertext = vault.seal(password, row.id);
  const hash = passwordHash(gatewayKey, row.username, password);
  const replaced = await passwords.replacePassword(services.db, row.id, { ciphertext, keyId: vault.keyId, hash });
  return replaced ? rendered(services, { ...row, password, expiresAt: row.expires_at }) : null;
}

/**
 * Gives those of the proxies that are the account's own and have not expired other passwords, under the same usernames. Those that
 * have theirs from the same task already keep it.
 */
export async function resetPasswords(
  { db, secrets: { vault, gatewayKey } }: Services,
  accountId: AccountId,
  ids: readonly string[],
  taskId: TaskId,
): Promise<void> {
  const rows = (await list.credentials(db, accountId, ids)).map((row) => ({ ...row, password: newPassword() }));
  await passwords.replacePasswords(db, accountId, taskId, {
    keyId: vault.keyId,
    ids: rows.map((row) => row.id),
    ciphertexts: rows.map((row) => vault.seal(row.password, row.id)),
    hashes: rows.map((row) => passwordHash(gatewayKey, row.username, row.password)),
  });
}

/**
 * Opens the sealed passwords of a random sample of up to `2 × size` proxies and compares them with their keyed hashes.
 * @returns how many were opened, and which of them nobody could use any more.
 */
export async function unsealSample(
  db: Queryable,
  { vault, gatewayKey }: Pick<Secrets, 'vault' | 'gatewayKey'>,
  size: number,
): Promise<{ opened: number; broken: { id: ProxyId; reason: string }[] }> {
  const upstreams = upstreamVault(gatewayKey);
  const rows = await passwords.sample(db, newProxyId(), size);
  const broken = rows.flatMap((row) => {
    try {
      const password = vault.open(row.password_ciphertext, row.id);
      if (!passwordHash(gatewayKey, row.username, password).equals(row.password_hash)) {
        return [{ id: row.id, reason: 'the hash is of another username or password than the sealed one' }];
      }
    } catch {
      const sealedElsewhere = row.password_key_id !== vault.keyId;
      const reason = sealedElsewhere ? `sealed under key ${row.password_key_id}, not ${vault.keyId}` : 'cannot be unsealed';
      return [{ id: row.id, reason }];
    }
    try {
      if (row.upstream_ciphertext) upstreams.open(row.upstream_ciphertext, { ...row, username: row.login });
      return [];
    } catch {
      return [{ id: row.id, reason: 'the password of its upstream cannot be unsealed' }];
    }
  });
  return { opened: rows.length, broken };
}

const newPassword = () => randomBase62(24);
const newProxyId = () => `px_${randomReadable(16)}` as ProxyId;

/** A stored proxy as it is delivered, its password unsealed. */
export function delivered(services: Services, row: store.StoredProxy): DeliveredProxy {
  const password = services.secrets.vault.open(row.password_ciphertext, row.id);
  return rendered(services, { ...row, password, expiresAt: row.expires_at });
}

/** A stored proxy without its password, which stays sealed: for whoever looks at the account of another. */
export function withheld(services: Services, row: store.StoredProxy): DeliveredProxy {
  return rendered(services, { ...row, password: HIDDEN_PASSWORD, expiresAt: row.expires_at });
}

function rendered(
  { env }: Services,
  proxy: { id: ProxyId; country: Country; username: string; password: string; expiresAt: Date },
): DeliveredProxy {
  const { GATEWAY_HOST: host, GATEWAY_PORT: port } = env;
  const access = { host, port, username: proxy.username, password: proxy.password };
  return {
    proxy_id: proxy.id,
    ...access,
    access: accessString(access),
    country: proxy.country,
    expires_at: proxy.expiresAt.toISOString(),
  };
}
