/** Orders put in place by hand: states that the site's own stock never leads to, or that lie in the past. */
import { randomUUID } from 'node:crypto';
import type { Country, OrderStatus } from '#prisma/generated/enums.ts';
import type { Reseller } from './reseller.ts';
import type { Site } from './site.ts';

/** @returns the id of the (last) order. */
export async function putOrder(
  { services }: Site,
  { accountId }: Reseller,
  order: { key?: string; country: Country; qty: number; status: OrderStatus; secondsAgo?: number; count?: number },
): Promise<number> {
  const { country, qty, status, secondsAgo = 0, count = 1 } = order;
  let id = 0;
  for (let made = 0; made < count; made += 1) {
    const row = await services.db.prisma.order.create({
      data: {
        accountId,
        channel: 'api',
        idempotencyKey: order.key ?? `by-hand-${randomUUID()}`,
        country,
        qty,
        unitPriceCents: 100,
        totalCents: 100 * qty,
        discountCents: 0,
        salePriceCents: 0,
        status,
        createdAt: new Date(Date.now() - secondsAgo * 1_000),
      },
    });
    id = row.id;
  }
  return id;
}
