/** From whom the site has proxies: their stock, and taking exits from them within a purchase. */
import type { Country } from '#prisma/generated/enums.ts';
import type { Queryable, Transaction } from '#server/kernel/database.ts';
import type { ExtensionPoint, Extensions } from '#server/kernel/plugin.ts';

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
