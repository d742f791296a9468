/** Two sites on one machine: a shop, and the supplier that it sells from, each with its own database and entry point. */
import { afterAll, beforeAll, expect } from 'vitest';
import { type Country, countries } from '#server/kernel/countries.ts';
import { verify } from '#server/operator/verify.ts';
import { addAddresses } from '#server/plugins/proxies/port.ts';
import { addSupplier } from '#server/plugins/suppliers/port.ts';
import { ENTRY_BIND, type FaultyEntry, openFaultyEntry } from './faulty-entry.ts';
import { type FaultyLine, openFaultyLine } from './faulty-line.ts';
import { gatewayEnv } from './gateway-env.ts';
import { BASE, newReseller, type Reseller } from './reseller.ts';
import { type OwnSite, startSite } from './site.ts';

export interface Supplied {
  /** Sells to customers. A test that kills its server puts another one here. */
  shop: OwnSite;
  readonly supplier: OwnSite;
  /** Between the two, over HTTP, and to the supplier's entry point. */
  readonly line: FaultyLine;
  readonly entry: FaultyEntry;
}

/** Short enough for tests, long enough for a loaded machine. */
const patience = { SUPPLIER_PATIENCE_SECONDS: '5', SUPPLIER_GIVE_UP_SECONDS: '20' } as const;

/**
 * Starts both, with `exits` addresses of each country at the supplier: 127.10.x.y in France, 127.11.x.y in Spain, 127.12.x.y elsewhere. Call it
 * once, at the top of a file.
 * @param route gives the shop another way to its database.
 */
export function suppliedSite({
  exits = 200,
  env = {},
  route,
}: {
  exits?: number;
  env?: Record<string, string>;
  route?: (databaseUrl: string) => Promise<string>;
} = {}): () => Supplied {
  let ready: Supplied | undefined;
  beforeAll(async () => {
    const entry = await openFaultyEntry();
    // What it sells names the line.
    const entryEnv = { GATEWAY_PORT: String(entry.port), GATEWAY_BIND: ENTRY_BIND };
    const supplier = await startSite({ env: { ...gatewayEnv, ...entryEnv, TRUSTED_PROXIES: '1' } });
    const shop = await startSite({ env: { ...gatewayEnv, ...patience, ...env }, ...(route ? { route } : {}) });
    for (const [index, country] of countries.entries()) {
      const ips = Array.from({ length: exits }, (_, nth) => `127.${10 + index}.${Math.floor(nth / 250)}.${(nth % 250) + 1}`);
      await addAddresses(supplier.services.db, country, ips);
    }
    // Not one that was turned down after all: it is in nobody's hands, and another purchase could still take it for its own.
    const taken = async (key: string) =>
      (await shop.services.db.prisma.supplierOrder.count({ where: { key, status: 'delivered' } })) > 0;
    ready = { shop, supplier, line: await openFaultyLine(supplier.port, taken), entry };
  });
  afterAll(async () => {
    await ready?.line.close();
    await ready?.entry.close();
    for (const site of [ready?.shop, ready?.supplier]) {
      await site?.server.stop();
      await site?.services.db.close();
    }
  });
  return () => {
    if (!ready) throw new Error('the sites are up only within tests');
    return ready;
  };
}

/** Terms that are not the usual ones. */
export interface TermsOfTest {
  readonly countries?: readonly Country[];
  readonly preference?: number;
  readonly markupFloorBp?: number;
  readonly capPerDay?: number;
  /** Euros that the shop has at the supplier. */
  readonly balance?: number;
}

/** Opens an account of the shop's at the supplier, and has the shop buy there. @returns the account, and the number of the supplier. */
export async function addSupplierTo(
  { shop, supplier, line }: Supplied,
  name: string,
  terms: TermsOfTest = {},
): Promise<{ account: Reseller; supplierId: number }> {
  const { balance = 10_000, preference = 1, markupFloorBp = 0, capPerDay = 1_000 } = terms;
  const account = await newReseller(supplier, { balance, cap: 100_000 });
  const added = await addSupplier(shop.services, {
    name,
    baseUrl: `${line.url}${BASE}`,
    apiKey: account.apiKey,
    entryInside: false,
    checkUrl: `http://127.0.0.1:${supplier.port}/api/ip?format=json`,
    terms: (terms.countries ?? countries).map((country) => ({ country, preference, markupFloorBp, capPerDay })),
  });
  if (!('id' in added)) throw new Error(`the supplier was not added: ${added.problem} ${added.detail}`);
  return { account, supplierId: added.id };
}

let ownAddresses = 0;

/** Adds free addresses of a country to the shop's own stock, which has none at the start: 127.20.x.y. */
export async function addOwnTo({ shop }: Pick<Supplied, 'shop'>, country: Country, count = 1): Promise<void> {
  const ips = Array.from({ length: count }, () => {
    ownAddresses += 1;
    return `127.20.${ownAddresses >> 8}.${ownAddresses & 255}`;
  });
  await addAddresses(shop.services.db, country, ips);
}

/** How many of the shop's own addresses a proxy has, an order keeps, and anybody can buy. Each is in one of these places, once. */
export async function ownAddressesOf({ shop }: Pick<Supplied, 'shop'>): Promise<{ leased: number; kept: number; free: number }> {
  const addresses = await shop.services.db.prisma.address.findMany({ include: { proxies: { select: { id: true } } } });
  const found = { leased: 0, kept: 0, free: 0 };
  for (const { ip, proxies, reservedFor, freeAt } of addresses) {
    const places = [...proxies.map(() => 'leased'), ...(reservedFor ? ['kept'] : []), ...(freeAt <= new Date() ? ['free'] : [])];
    expect({ ip, places }).toEqual({ ip, places: [expect.any(String)] });
    found[places[0] as keyof typeof found] += 1;
  }
  return found;
}

/** Every invariant holds at both. */
export async function booksAreRight({ shop, supplier }: Supplied): Promise<void> {
  for (const { services } of [shop, supplier]) {
    const { violations } = await verify(services.db, { secrets: services.secrets });
    expect(violations).toEqual([]);
  }
}
