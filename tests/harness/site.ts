/** The site that a test file talks to: the one that all share, or one of its own where it does what would disturb others. */
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { countries } from '#server/kernel/countries.ts';
import type { Services } from '#server/kernel/services.ts';
import { addAddresses } from '#server/plugins/proxies/port.ts';
import { createScratchDatabase } from './cluster.ts';
import { type SiteServer, scratchEnv, startServer } from './server.ts';
import { servicesOf } from './services.ts';

/** A running site, and the services by which a test prepares and inspects its database. */
export interface Site {
  readonly port: number;
  readonly services: Services;
}

/** A site of the file's own. */
export interface OwnSite extends Site {
  readonly server: SiteServer;
  readonly env: Readonly<Record<string, string>>;
}

/** The site that all files share. Call it once, at the top of a file. */
export function sharedSite(): () => Site {
  const { env, port } = inject('sharedSite');
  const site = { port, services: servicesOf(env) };
  beforeAll(() => addStock(site, 500));
  afterAll(() => site.services.db.close());
  return () => site;
}

/**
 * A site of the file's own, with its own database. Call it once, at the top of a file.
 * @param more environment over that of a scratch server; `stock` addresses a country are there at the start.
 */
export function ownSite({ stock = 0, env: more = {} }: { stock?: number; env?: Record<string, string> } = {}): () => OwnSite {
  let site: OwnSite | undefined;
  beforeAll(async () => {
    site = await startSite({ stock, env: more });
  });
  afterAll(async () => {
    await site?.server.stop();
    await site?.services.db.close();
  });
  return () => {
    if (!site) throw new Error('the site is up only within tests');
    return site;
  };
}

/**
 * Starts a site of its own; the caller stops it.
 * @param route gives the server another way to its database than the test has; `gatewayRoute` gives its entry point one.
 */
export async function startSite({
  stock = 0,
  env: more = {},
  route,
  gatewayRoute,
}: {
  stock?: number;
  env?: Record<string, string>;
  route?: (databaseUrl: string) => Promise<string>;
  gatewayRoute?: (databaseUrl: string) => Promise<string>;
} = {}): Promise<OwnSite> {
  const url = await createScratchDatabase(inject('maintenanceUrl'), `site_${randomUUID().replaceAll('-', '')}`);
  const env = { ...scratchEnv(url), ...more, ...(gatewayRoute ? { GATEWAY_DATABASE_URL: await gatewayRoute(url) } : {}) };
  const services = servicesOf(env);
  const server = await startServer(route ? { ...env, DATABASE_URL: await route(url) } : env);
  const site = { port: server.port, server, env, services };
  await addStock(site, stock);
  return site;
}

/** Adds addresses to every country's stock. */
export async function addStock({ services }: Site, count: number): Promise<void> {
  for (const country of countries) {
    const ips = Array.from({ length: count }, randomAddress);
    await addAddresses(services.db, country, ips);
  }
}

/** An IPv6 documentation address; hardly ever the same twice. */
function randomAddress(): string {
  const group = () => randomInt(65_536).toString(16);
  return `2001:db8:${group()}:${group()}:${group()}:${group()}:${group()}:${group()}`;
}
