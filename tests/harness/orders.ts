/** Orders put in place by hand: states that the site's own stock never leads to, or that lie in the past. */
import { randomUUID } from 'node:crypto';
import type { Country, OrderStatus } from '#prisma/generated/enums.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import { cents } from '#server/kernel/money.ts';
import * as billing from '#server/plugins/billing/port.ts';
import * as fulfilments from '#server/plugins/orders/store/fulfilments.ts';
import { insert } from '#server/plugins/orders/store/orders.ts';
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

/**
 * An order that was debited and then failed, as a supplier leaves one who had nothing after all.
 * @param unitCents of each of its proxies. @returns its id; the account has the money for it.
 */
export function putFailedOrder(
  { services }: Pick<Site, 'services'>,
  { accountId, email }: { accountId: AccountId; email: string },
  order: { key: string; country: Country; qty: number; unitCents?: number },
): Promise<OrderId> {
  const { key: idempotencyKey, country, qty, unitCents = 250 } = order;
  const totalCents = cents(unitCents * qty);
  return services.db.transaction(async (tx) => {
    const account = await billing.lock(tx, accountId);
    if (!account) throw new Error('the account has no money');
    const orderId = await insert(tx, {
      accountId,
      channel: 'api',
      idempotencyKey,
      country,
      qty,
      unitCents: cents(unitCents),
      totalCents,
      discountCents: cents(0),
      discountKind: null,
      discountReference: null,
      salePriceCents: cents(0),
      createdAt: new Date(),
    });
    await billing.debitOrder(tx, account, { orderId, totalCents });
    await fulfilments.begin(tx, { orderId, lineText: 'ISP proxy', buyerEmail: email, leaseSeconds: 60, giveUpSeconds: 0 });
    await fulfilments.note(tx, orderId, 'debited', { total_cents: totalCents, own: 0, bought: qty });
    await fulfilments.fail(tx, orderId, 1, 'out_of_stock');
    await fulfilments.note(tx, orderId, 'failed', { failure: 'out_of_stock' });
    return orderId;
  });
}
