/** A site with its entry point, and a customer who has bought proxies of it. */
import { beforeAll } from 'vitest';
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
 * A site of the file's own, its entry point, and `proxies` proxies bought over the API, whose exits are 127.0.1.x. Call it once, at the top
 * of a file. @param env over that of `gatewayEnv`.
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

/** Buys proxies in `fr` over the API. */
export async function buy({ services }: OwnSite, buyer: Reseller, qty: number): Promise<GatewaySite['proxies']> {
  const order = created(await buyer.buy(newKey(), { country: 'fr', qty }));
  const rows = await services.db.prisma.proxy.findMany({ where: { orderId: order.order_id }, include: { address: true } });
  const exits = new Map(rows.map((row) => [row.id, row.address?.ip ?? '']));
  return order.proxies.map((proxy) => ({ ...proxy, exit: exits.get(proxy.proxy_id) ?? '' }));
}
