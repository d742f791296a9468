/** A site with its entry point, and a customer who has bought proxies of it. */
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, expect, vi } from 'vitest';
import type { Country } from '#prisma/generated/enums.ts';
import { addAddresses } from '#server/plugins/proxies/port.ts';
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import { gatewayEnv } from './gateway-env.ts';
import { created, newKey, newReseller, type Reseller } from './reseller.ts';
import { type OwnSite, ownSite } from './site.ts';

export interface GatewaySite {
  readonly site: OwnSite;
  /** Of the entry point. */
  readonly port: number;
  readonly buyer: Reseller;
  /** What the customer bought, each with an exit address of its own. */
  readonly proxies: readonly (DeliveredProxy & { readonly exit: string })[];
}

/**
 * A site of the file's own, its entry point, and `proxies` proxies bought over the API, whose exits are 127.0.1.x. Call it once,
 * at the top of a file. @param env over that of `gatewayEnv`.
 */
export function gatewaySite({
  proxies = 2,
  env = {},
}: {
  proxies?: number;
  env?: Record<string, string>;
} = {}): () => GatewaySite {
  const site = ownSite({ env: { ...gatewayEnv, ...env } });
  let ready: GatewaySite | undefined;
  beforeAll(async () => {
    await addExits(site(), proxies);
    const buyer = await newReseller(site(), { balance: 1_000 });
    const bought = await buy(site(), buyer, proxies);
    ready = { site: site(), port: bought[0]?.port ?? 0, buyer, proxies: bought };
  });
  return () => {
    if (!ready) throw new Error('the site is up only within tests');
    return ready;
  };
}

/** Adds loopback addresses, from which a Linux machine can really connect, to the stock of `fr`. */
export async function addExits({ services }: OwnSite, count: number, subnet = '127.0.1'): Promise<void> {
  await addAddresses(
    services.db,
    'fr',
    Array.from({ length: count }, (_, index) => `${subnet}.${index + 1}`),
  );
}

/** Buys proxies over the API. */
export async function buy(
  { services }: OwnSite,
  buyer: Reseller,
  qty: number,
  country: Country = 'fr',
): Promise<GatewaySite['proxies']> {
  const order = created(await buyer.buy(newKey(), { country, qty }));
  const rows = await services.db.prisma.proxy.findMany({ where: { orderId: order.order_id }, include: { address: true } });
  const exits = new Map(rows.map((row) => [row.id, row.address?.ip ?? '']));
  return order.proxies.map((proxy) => ({ ...proxy, exit: exits.get(proxy.proxy_id) ?? '' }));
}

/** A proxy that leaves over IPv6, from ::1. */
export async function buyIpv6({ site, buyer }: GatewaySite): Promise<GatewaySite['proxies'][number]> {
  await addAddresses(site.services.db, 'es', ['::1']);
  const [proxy] = await buy(site, buyer, 1, 'es');
  if (!proxy) throw new Error('nothing was bought');
  return proxy;
}

/** The entry point's process: the site's child that runs its program. Linux only. */
export async function gatewayPid({ server }: OwnSite): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== server.pid) continue;
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('gateway/main.ts')) return Number(pid);
  }
  throw new Error('the site has no entry point');
}

/** Megabytes of memory that a process has in use. Linux only. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

/** Port of the metrics, which the entry point says in its log. */
export function metricsPort({ server }: OwnSite): Promise<number> {
  return vi.waitFor(
    () => {
      const port = Number(/"metrics":(\d+)/.exec(server.output())?.[1]);
      expect(port).toBeGreaterThan(0);
      return port;
    },
    { timeout: 30_000 },
  );
}

/** Reads a metric, with its labels as they stand in the answer: `name{label="value"}`. */
export async function metric(site: OwnSite, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${await metricsPort(site)}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}
