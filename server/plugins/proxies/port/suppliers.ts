/** Where proxies come from: the site's own addresses within the purchase, remote suppliers behind it. */
import type { Country } from '#prisma/generated/enums.ts';
import type { Queryable, Transaction } from '#server/kernel/database.ts';
import type { OrderId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { ExtensionPoint, Extensions } from '#server/kernel/plugin.ts';
import type { Services } from '#server/kernel/services.ts';

/** Somebody from whom the site has proxies. */
export type Supplier = LocalSupplier | RemoteSupplier;

/** Delivers within the buyer's transaction: a rollback gives everything back. */
export interface LocalSupplier {
  readonly kind: 'local';
  /** What it could deliver now, by country. */
  available(db: Queryable): Promise<{ country: Country; available: number }[]>;
  /** Takes up to `qty` addresses for the period from `at` to `until`. @returns their ids. */
  allocate(tx: Transaction, request: AllocationRequest): Promise<readonly number[]>;
}

/** What is to be taken from the local suppliers. */
export interface AllocationRequest {
  readonly country: Country;
  readonly qty: number;
  readonly at: Date;
  readonly until: Date;
  /** Waits for other buyers who hold stock, so that fewer than `qty` means that there are no more (decision 27). */
  readonly patient: boolean;
}

/** Delivers over the network, in its own time and while no transaction is open: what it takes on in one can fail afterwards. */
export interface RemoteSupplier {
  readonly kind: 'remote';
  /** What may be bought of it just now; nothing of whoever is paused or does not answer. */
  offers(db: Queryable): Promise<Offer[]>;
  /**
   * Takes a part of an order on, in the transaction that debits it or looks for others who can deliver.
   * @returns false where another buyer has taken some of it since it was offered: roll back and look again.
   */
  reserve(tx: Transaction, order: { orderId: OrderId; country: Country }, part: Part): Promise<boolean>;
  /** Asks for whatever of an order is open, until all of it is answered, the work is another's, or its time is over. Never throws for what a supplier does. */
  deliver(services: Services, order: RemoteOrder): Promise<void>;
  /** How the parts of an order stand. What came and ends before `validUntil` is too short by now: it counts as debited and of no use. */
  standing(db: Queryable, orderId: OrderId, validUntil: Date): Promise<RemoteStanding>;
  /** Opens parts again whose supplier may still have what was paid for. */
  reopen(tx: Transaction, orderId: OrderId): Promise<void>;
  /** Closes what is open: an order that ends without it. */
  abandon(tx: Transaction, orderId: OrderId): Promise<void>;
}

/** A supplier's stock of a country. */
export interface Offer {
  readonly supplierId: number;
  readonly country: Country;
  readonly available: number;
  /** Smaller ones are taken first; the site's own addresses stand at 0. */
  readonly preference: number;
  /** The unit price in cents, discounts deducted, below which it is not to be sold on. */
  readonly leastUnitCents: Cents;
}

/** An offer, and whose it is. */
export interface SupplierOffer extends Offer {
  readonly supplier: RemoteSupplier;
}

/** What is bought of one supplier for an order. */
export interface Part {
  readonly supplierId: number;
  readonly qty: number;
}

/** An order whose parts are to be asked for. */
export interface RemoteOrder {
  readonly orderId: OrderId;
  /** Until when its proxies have to be valid at least. */
  readonly validUntil: Date;
  readonly lease: Lease;
}

/** The right to work on an order. */
export interface Lease {
  /** Prolongs it by a while, before each step. `over`: the time for asking again is up. */
  keep(): Promise<'kept' | 'over' | 'lost'>;
  /** Keeps the work the caller's until the end of a transaction, in which its outcome is written. @returns false where it is another's. */
  holds(tx: Transaction): Promise<boolean>;
  /** Adds to the timeline of the order; no secrets. */
  note(kind: string, detail: object): Promise<void>;
}

/** How the parts of an order stand. */
export interface RemoteStanding {
  /** Exits that came and can be delivered, and when the first of them ends; null where there are none. */
  readonly upstreamIds: readonly number[];
  readonly firstEnd: Date | null;
  /** Proxies of parts that are not answered, so that their supplier may have debited them. */
  readonly open: number;
  /** How many parts were debited, or may have been, and gave nothing. */
  readonly faults: number;
  /** What is wrong with a part that was debited, or may have been; null where there is none such. */
  readonly fault: string | null;
}

export const supplierPoint: ExtensionPoint<Supplier> = { name: 'proxies.suppliers' };

/** The suppliers over the network. */
export function remoteSuppliers(extensions: Extensions): RemoteSupplier[] {
  return extensions.all(supplierPoint).filter((supplier) => supplier.kind === 'remote');
}

/** What the remote suppliers offer, the preferred first. */
export async function offers(db: Queryable, extensions: Extensions): Promise<SupplierOffer[]> {
  const all = await Promise.all(
    remoteSuppliers(extensions).map(async (supplier) => (await supplier.offers(db)).map((offer) => ({ ...offer, supplier }))),
  );
  return all.flat().toSorted((a, b) => a.preference - b.preference || a.supplierId - b.supplierId);
}

/**
 * Stock over all suppliers.
 * @returns how many proxies of a country could be sold at a unit price in cents: what may not be sold so cheaply does not count. Null for any
 * price.
 */
export async function stock(
  db: Queryable,
  extensions: Extensions,
): Promise<(country: Country, unitCents: Cents | null) => number> {
  const local = extensions.all(supplierPoint).filter((supplier) => supplier.kind === 'local');
  const [own, remote] = await Promise.all([Promise.all(local.map((supplier) => supplier.available(db))), offers(db, extensions)]);
  const counted = [...own.flat().map((one) => ({ ...one, leastUnitCents: 0 })), ...remote];
  return (country, unitCents) => sellableAt(counted, country, unitCents).reduce((sum, { available }) => sum + available, 0);
}

/** What of a country may be sold at a unit price in cents, in the same order; null for any price. */
export function sellableAt<Stock extends { readonly country: Country; readonly leastUnitCents: number }>(
  stock: readonly Stock[],
  country: Country,
  unitCents: Cents | null,
): Stock[] {
  return stock.filter((one) => one.country === country && (unitCents === null || one.leastUnitCents <= unitCents));
}

/**
 * Takes addresses from the local suppliers, in their order, in the buyer's transaction.
 * @returns their ids: fewer than `qty` where there are no more.
 */
export async function allocate(tx: Transaction, extensions: Extensions, request: AllocationRequest): Promise<number[]> {
  const taken: number[] = [];
  for (const supplier of extensions.all(supplierPoint)) {
    if (supplier.kind !== 'local') continue;
    if (taken.length === request.qty) break;
    taken.push(...(await supplier.allocate(tx, { ...request, qty: request.qty - taken.length })));
  }
  return taken;
}
