/** What other plugins may ask of proxies: stock, delivery within a purchase, and the credentials of an order. */
import type { Country } from '#prisma/generated/enums.ts';
import { randomBase62, randomReadable } from '#server/kernel/crypto.ts';
import type { Queryable, Transaction } from '#server/kernel/database.ts';
import { passwordHash, upstreamVault } from '#server/kernel/gateway-key.ts';
import type { AccountId, OrderId, ProxyId, TaskId } from '#server/kernel/ids.ts';
import { ipUrl } from '#server/kernel/ip-url.ts';
import { entryPointLimits, limits } from '#server/kernel/limits.ts';
import type { ExtensionPoint, Extensions } from '#server/kernel/plugin.ts';
import type { Secrets } from '#server/kernel/secrets.ts';
import type { Services } from '#server/kernel/services.ts';
import { checkCredential } from './adapters/credential-check.ts';
import { accessString, listLimits } from './rules.ts';
import type { CheckOutput, Chosen, DeliveredProxy } from './schema.ts';
import * as list from './store/list.ts';
import * as store from './store/proxies.ts';
import { forgetUsage } from './store/usage.ts';

export { type Replacement, replaceAddress } from './port/replacing.ts';
export {
  addressList,
  type ImportPreview,
  previewImport,
  putBack,
  type Retirement,
  retire,
  setRest,
  stockOverview,
} from './port/stock.ts';
export { addressStates, searchTerm, stockLimits } from './rules.ts';
export { type CheckResult, type Chosen, chosenSchema, proxySchema } from './schema.ts';
export { counts as countProxies, ownerOfProxy, page as proxyPage } from './store/list.ts';
export { addAddresses, countAddresses, findAddresses } from './store/pool.ts';
export { countLive, deliveredInOrder, orderOf } from './store/proxies.ts';
export { accountsDue, due, prolong, renewable } from './store/renewing.ts';

/** Where the traffic of a proxy leaves: from an address of the site's pool, or through a proxy that a remote supplier gave. */
export type Egress = { readonly addressId: number } | { readonly upstream: Upstream };

/** A remote supplier's proxy, for one proxy of ours. */
export interface Upstream {
  readonly protocol: 'socks5' | 'http';
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/** Somebody from whom the site has proxies. */
export interface Supplier {
  readonly id: string;
  /** What it could deliver now, by country. */
  available(db: Queryable): Promise<{ country: Country; available: number }[]>;
  /**
   * Takes up to `qty` exits for the period from `at` to `until`, in the buyer's transaction: a rollback gives them back.
   * `patient` waits for other buyers' open transactions, so that fewer than `qty` means that there are no more.
   */
  allocate(
    tx: Transaction,
    request: { country: Country; qty: number; at: Date; until: Date; patient: boolean },
  ): Promise<readonly Egress[]>;
}

export const supplierPoint: ExtensionPoint<Supplier> = { name: 'proxies.suppliers' };

/** Stock by country, over all suppliers. Countries without any are absent. */
export async function availableByCountry(db: Queryable, extensions: Extensions): Promise<ReadonlyMap<Country, number>> {
  const total = new Map<Country, number>();
  for (const supplier of extensions.all(supplierPoint)) {
    for (const { country, available } of await supplier.available(db)) {
      total.set(country, (total.get(country) ?? 0) + available);
    }
  }
  return total;
}

/** What is to be taken from the suppliers. */
export interface AllocationRequest {
  readonly country: Country;
  readonly qty: number;
  readonly at: Date;
  readonly until: Date;
  /** Wait for other buyers who hold stock (decision 27: the refusal names what is really left). */
  readonly patient: boolean;
}

/**
 * Takes exits from the suppliers, in their order, in the buyer's transaction.
 * @returns fewer than `qty` where there are no more.
 */
export async function allocate(tx: Transaction, extensions: Extensions, request: AllocationRequest): Promise<Egress[]> {
  const exits: Egress[] = [];
  for (const supplier of extensions.all(supplierPoint)) {
    if (exits.length === request.qty) break;
    exits.push(...(await supplier.allocate(tx, { ...request, qty: request.qty - exits.length })));
  }
  return exits;
}

/** The ids that were chosen, or that the filter finds now, in its order. Whether chosen ones are the account's own is for what meets them. */
export async function idsOf(db: Queryable, accountId: AccountId, chosen: Chosen): Promise<readonly string[]> {
  if ('ids' in chosen) return [...new Set(chosen.ids)];
  return list.ids(db, accountId, chosen.found, { soonDays: limits.proxySoonDays, limit: listLimits.ids });
}

/** A proxy with fresh credentials that is not written yet. Of its two exits one is null. */
export interface MintedProxy {
  readonly id: ProxyId;
  readonly addressId: number | null;
  readonly upstreamId: number | null;
  readonly username: string;
  readonly password: string;
}

/**
 * Makes a proxy for each exit, in their order: usernames of 65 random bits, passwords of 142. Upstreams are written in the
 * buyer's transaction, since their proxies refer to them; without any, nothing is sent to the database.
 */
export function mint(tx: Transaction, { secrets }: Services, exits: readonly Egress[]): Promise<MintedProxy[]> {
  return Promise.all(
    exits.map(async (exit) => ({
      id: newProxyId(),
      addressId: 'addressId' in exit ? exit.addressId : null,
      upstreamId: 'upstream' in exit ? await store.insertUpstream(tx, sealed(secrets, exit.upstream)) : null,
      username: `isp${randomReadable(13)}`,
      password: newPassword(),
    })),
  );
}

function sealed({ gatewayKey }: Secrets, { password, ...login }: Upstream): store.NewUpstream {
  return { ...login, passwordCiphertext: upstreamVault(gatewayKey).seal(password, login) };
}

/**
 * Writes minted proxies in the buyer's transaction, their passwords sealed.
 * @returns them as they are delivered, in the same order.
 */
export async function issue(
  tx: Transaction,
  services: Services,
  order: { orderId: OrderId; accountId: AccountId; country: Country; at: Date; until: Date },
  minted: readonly MintedProxy[],
): Promise<DeliveredProxy[]> {
  const { vault, gatewayKey } = services.secrets;
  await store.insert(tx, {
    orderId: order.orderId,
    accountId: order.accountId,
    country: order.country,
    createdAt: order.at,
    expiresAt: order.until,
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
 * Tries a proxy as a client would, over both protocols, against the site's own address.
 * @param subject on whose behalf: one check at a time.
 * @returns null where another check of the subject is under way.
 */
export function checkProxy(services: Services, subject: string, proxy: DeliveredProxy): Promise<CheckOutput | null> {
  return checkCredential(subject, proxy, `${ipUrl(services.env.SITE_URL)}?format=json`);
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
  const replaced = await store.replacePassword(services.db, row.id, { ciphertext, keyId: vault.keyId, hash });
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
  await store.replacePasswords(db, accountId, taskId, {
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
export async function checkCredentials(
  db: Queryable,
  { vault, gatewayKey }: Pick<Secrets, 'vault' | 'gatewayKey'>,
  size: number,
): Promise<{ opened: number; broken: { id: ProxyId; reason: string }[] }> {
  const upstreams = upstreamVault(gatewayKey);
  const rows = await store.sample(db, newProxyId(), size);
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

/** An entry point that has been silent for so long is not going to send its last batch again. */
const SILENT_GATEWAY_DAYS = 2;

/** Deletes usage that nobody is shown any more; the job behind it runs daily. */
export async function forgetOldUsage({ db }: Services): Promise<void> {
  await forgetUsage(db, entryPointLimits.trafficDaysKept, SILENT_GATEWAY_DAYS);
}

const newPassword = () => randomBase62(24);
const newProxyId = () => `px_${randomReadable(16)}` as ProxyId;

/** A stored proxy as it is delivered, its password unsealed. */
export function delivered(services: Services, row: store.StoredProxy): DeliveredProxy {
  const password = services.secrets.vault.open(row.password_ciphertext, row.id);
  return rendered(services, { ...row, password, expiresAt: row.expires_at });
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
