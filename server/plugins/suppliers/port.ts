/** What the desk, the operator and the purchase may ask of suppliers. */
import type { Country } from '#prisma/generated/enums.ts';
import { randomReadable } from '#server/kernel/crypto.ts';
import { isLoopbackUrl } from '#server/kernel/environment.ts';
import { ipJsonUrl } from '#server/kernel/ip-url.ts';
import type { Services } from '#server/kernel/services.ts';
import type { RemoteSupplier } from '../proxies/port.ts';
import { look } from './adapters/reseller-api.ts';
import { apiOf, sealKey } from './port/access.ts';
import { deliver } from './port/asking.ts';
import { healthOf, leastUnitCents, neverAskedAgain, supplierRules } from './rules.ts';
import * as orders from './store/orders.ts';
import * as store from './store/suppliers.ts';

export { neverAskedAgain, supplierProblems } from './rules.ts';
export { callsByHour } from './store/calls.ts';
export { claims, claimTotals, closeClaim } from './store/claims.ts';
export { costsByDay } from './store/costs.ts';
export { ofOrder } from './store/orders.ts';
export { setPaused, setTerms, type Terms } from './store/suppliers.ts';

/** Other sites with this API, as a supplier of this one. */
export const otherSites: RemoteSupplier = {
  kind: 'remote',
  async offers(db) {
    const rows = await store.offers(db, supplierRules.failuresBeforeDown, supplierRules.staleSeconds);
    return rows.map((row) => ({
      supplierId: row.supplier_id,
      country: row.country,
      available: row.available,
      preference: row.preference,
      leastUnitCents: leastUnitCents(row.unit_cost_cents, row.markup_floor_bp),
    }));
  },
  async reserve(tx, { orderId, country }, { supplierId, qty }) {
    if (!(await store.take(tx, supplierId, country, qty))) return false;
    // Of our order, and of no other site's that was set up from a copy of this database.
    const key = `order-${orderId}-${randomReadable(10)}`;
    await orders.insert(tx, { supplierId, orderId, key, country, qty });
    return true;
  },
  deliver,
  standing: orders.standing,
  reopen: (tx, orderId) => orders.reopen(tx, orderId, neverAskedAgain),
  abandon: orders.abandon,
};

/** A supplier to be added. */
export interface NewSupplier {
  readonly name: string;
  /** Of its API, version and reseller segment included; a slash at the end does not count. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Answers the address that a request comes from; that of its own site where absent. */
  readonly checkUrl: string | null;
  /** Its entry point may be in a private network; that of a supplier on this very machine may be anyway. */
  readonly entryInside: boolean;
  readonly terms: readonly store.Terms[];
}

/** Adds a supplier, once it has answered with this key. @returns its id, or why it was not added. */
export async function addSupplier(
  services: Services,
  { name, apiKey, terms, ...given }: NewSupplier,
): Promise<{ id: number } | { problem: 'name_taken' | 'no_answer'; detail: string }> {
  const baseUrl = given.baseUrl.replace(/\/+$/, '');
  const sealed = sealKey(services, apiKey, baseUrl);
  const seen = await look(apiOf(services, { base_url: baseUrl, api_key_ciphertext: sealed.ciphertext })).catch(
    (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
  );
  if (typeof seen === 'string') return { problem: 'no_answer', detail: seen };
  const id = await services.db.transaction(async (tx) => {
    const added = await store.insert(tx, {
      name,
      baseUrl,
      apiKeyCiphertext: sealed.ciphertext,
      apiKeyKeyId: sealed.keyId,
      entryInside: given.entryInside || isLoopbackUrl(baseUrl),
      checkUrl: given.checkUrl ?? ipJsonUrl(new URL(baseUrl).origin),
    });
    if (added === null) return null;
    for (const one of terms) await store.setTerms(tx, added, one);
    await store.saw(tx, added, seen, supplierRules.downSeconds);
    return added;
  });
  return id === null ? { problem: 'name_taken', detail: name } : { id };
}

/** Has a supplier be called with another API key, once it has answered with that. @returns why it was not taken; null where it was. */
export async function replaceKey(services: Services, { id, baseUrl }: Pick<ShownSupplier, 'id' | 'baseUrl'>, apiKey: string) {
  const { ciphertext, keyId } = sealKey(services, apiKey, baseUrl);
  const problem = await look(apiOf(services, { base_url: baseUrl, api_key_ciphertext: ciphertext })).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
  );
  if (problem === null) await store.setKey(services.db, id, ciphertext, keyId);
  return problem;
}

/** A supplier as the operator and the desk see it. Amounts in cents; no key. */
export type ShownSupplier = Awaited<ReturnType<typeof suppliers>>[number];

/** All suppliers by name, each with its health and what is bought of it. */
export async function suppliers({ db }: Pick<Services, 'db'>) {
  const now = new Date();
  return (await store.all(db)).map((supplier) => ({
    id: supplier.id,
    name: supplier.name,
    baseUrl: supplier.baseUrl,
    health: healthOf(supplier, now),
    problem: supplier.problem,
    seenAt: supplier.seenAt,
    balanceCents: supplier.balanceCents === null ? null : Number(supplier.balanceCents),
    countries: supplier.countries.map(({ country, preference, markupFloorBp, capPerDay, available, unitCostCents }) => ({
      country: country as Country,
      preference,
      markupFloorBp,
      capPerDay,
      available,
      unitCostCents,
    })),
  }));
}
