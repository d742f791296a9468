/** Proxies of an account: bought over the API, or written by the thousand as a purchase would have. */
import { randomUUID } from 'node:crypto';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import { limits } from '#server/kernel/limits.ts';
import * as proxies from '#server/plugins/proxies/port.ts';
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { call } from './client.ts';
import { BASE, created, newKey } from './reseller.ts';
import type { Site } from './site.ts';

/** Buys with a key made for the purpose. */
export async function buyAs(
  site: Site,
  accountId: AccountId,
  order: { country: string; qty: number },
): Promise<DeliveredProxy[]> {
  const { apiKey } = await issueKey(site.services, accountId);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
  const answer = await call(site, { method: 'POST', path: `${BASE}/buy`, headers, body: JSON.stringify(order) });
  return created(answer).proxies;
}

/** Writes `count` proxies, in orders of fifty over the last 60 days, so that half have expired; by turns of France and Spain. */
export async function fillProxies({ services }: Site, accountId: AccountId, count: number): Promise<void> {
  const { db } = services;
  for (let nth = 0; nth * limits.proxiesPerOrder < count; nth += 1) {
    const qty = Math.min(limits.proxiesPerOrder, count - nth * limits.proxiesPerOrder);
    const country = nth % 2 === 0 ? 'fr' : 'es';
    const at = new Date(Date.now() - (60 * 86_400_000 * nth * limits.proxiesPerOrder) / count);
    const until = new Date(at.getTime() + limits.proxyDays * 86_400_000);
    const order = await db.prisma.order.create({
      data: {
        accountId,
        channel: 'api',
        idempotencyKey: randomUUID(),
        country,
        qty,
        unitPriceCents: 100,
        totalCents: 100 * qty,
        discountCents: 0,
        salePriceCents: 0,
        status: 'completed',
        createdAt: at,
      },
    });
    const upstreams = Array.from({ length: qty }, () => {
      return {
        protocol: 'http',
        host: 'upstream.example',
        outside: false,
        port: 3128,
        username: randomUUID(),
        password: 'secret',
      } as const;
    });
    await db.transaction(async (tx) => {
      const exits = await proxies.receive(tx, services, upstreams);
      const minted = proxies.mint(exits.map((upstreamId) => ({ upstreamId })));
      await proxies.issue(tx, services, { orderId: order.id as OrderId, accountId, country, at, until }, minted);
    });
  }
}
