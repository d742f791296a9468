/** What other plugins may ask of proxies: stock, delivery within a purchase, and the credentials of an order. */
import type { Country } from '#prisma/generated/enums.ts';
import { keyedHash, randomBase62, randomReadable } from '#server/kernel/crypto.ts';
import type { Queryable, Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId, ProxyId } from '#server/kernel/ids.ts';
import type { ExtensionPoint, Extensions } from '#server/kernel/plugin.ts';
import type { Services } from '#server/kernel/services.ts';
import type { DeliveredProxy } from './schema.ts';
import * as store from './store.ts';

export { proxySchema } from './schema.ts';
export { addAddresses, countAddresses, describe } from './store.ts';

/** Where the traffic of a proxy leaves. */
export interface Egress {
  readonly addressId: number;
}

/** Somebody from whom the site has proxies. */
export interface Supplier {
  readonly id: string;
  /** What it could deliver now, by country. */
  available(db: Queryable): Promise<{ country: Country; available: number }[]>;
  /**
   * Takes up to `qty` exits for the period from `at` to `until`, in the buyer's transaction: a rollback gives them back. `patient`
   * waits for other buyers' open transactions, so that fewer than `qty` means that there are no more.
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

/** What a delivery is for. */
export interface DeliveryRequest {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly country: Country;
  readonly qty: number;
  readonly at: Date;
  readonly until: Date;
  /** Wait for other buyers who hold stock (decision 27: the refusal names what is really left). */
  readonly patient: boolean;
}

/** The proxies of a delivery, or how many there are where that is fewer than asked for. */
export type Delivery = { readonly proxies: readonly DeliveredProxy[] } | { readonly shortOf: number };

/** Allocates exits and writes the proxies with fresh credentials, all in the buyer's transaction. */
export async function deliver(tx: Transaction, services: Services, request: DeliveryRequest): Promise<Delivery> {
  const exits: Egress[] = [];
  for (const supplier of services.extensions.all(supplierPoint)) {
    if (exits.length === request.qty) break;
    exits.push(...(await supplier.allocate(tx, { ...request, qty: request.qty - exits.length })));
  }
  if (exits.length < request.qty) return { shortOf: exits.length };

  const { vault, proxyPasswordKey } = services.secrets;
  const made = exits.map(({ addressId }) => {
    const id = `px_${randomReadable(16)}` as ProxyId;
    const username = `isp${randomReadable(13)}`;
    const password = randomBase62(24);
    return {
      id,
      addressId,
      username,
      password,
      ciphertext: vault.seal(password, id),
      hash: keyedHash(proxyPasswordKey, `${username}:${password}`),
    };
  });
  await store.insert(tx, {
    orderId: request.orderId,
    accountId: request.accountId,
    country: request.country,
    createdAt: request.at,
    expiresAt: request.until,
    passwordKeyId: vault.keyId,
    ids: made.map((proxy) => proxy.id),
    addressIds: made.map((proxy) => proxy.addressId),
    usernames: made.map((proxy) => proxy.username),
    passwordCiphertexts: made.map((proxy) => proxy.ciphertext),
    passwordHashes: made.map((proxy) => proxy.hash),
  });
  return { proxies: made.map((proxy) => rendered(services, { ...proxy, country: request.country, expiresAt: request.until })) };
}

/** The proxies of an order with their current credentials and expiry (decision 25). */
export async function proxiesOfOrder(
  db: Queryable,
  services: Services,
  accountId: AccountId,
  orderId: OrderId,
): Promise<DeliveredProxy[]> {
  const rows = await store.ofOrder(db, accountId, orderId);
  return rows.map((row) =>
    rendered(services, {
      id: row.id,
      country: row.country,
      username: row.username,
      password: services.secrets.vault.open(row.password_ciphertext, row.id),
      expiresAt: row.expires_at,
    }),
  );
}

function rendered(
  { env }: Services,
  proxy: { id: ProxyId; country: Country; username: string; password: string; expiresAt: Date },
): DeliveredProxy {
  const { GATEWAY_HOST: host, GATEWAY_PORT: port } = env;
  return {
    proxy_id: proxy.id,
    host,
    port,
    username: proxy.username,
    password: proxy.password,
    access: [host, port, proxy.username, proxy.password].join(':'),
    country: proxy.country,
    expires_at: proxy.expiresAt.toISOString(),
  };
}
