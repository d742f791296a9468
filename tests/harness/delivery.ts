/**
 * Proxies delivered as a purchase delivers them, without the purchase: for tests of the entry
 * point, which sees the database only.
 */
import { randomUUID } from 'node:crypto';
import { prepareGatewayRole } from '#server/gateway/launch/role.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import * as proxies from '#server/plugins/proxies/port.ts';
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import { scratchEnv } from './server.ts';
import { servicesOf } from './services.ts';

export interface Delivery {
  readonly services: Services;
  /** By which the entry point connects. */
  readonly gatewayUrl: string;
  /** Delivers a proxy of 30 days, in a transaction of its own. By default it leaves from a fresh address. */
  deliver(exit?: { upstream: proxies.Upstream }): Promise<DeliveredProxy>;
  /** Runs a statement of the site's. */
  sql(text: string, ...values: unknown[]): Promise<void>;
  close(): Promise<void>;
}

/** @param databaseUrl of a migrated database. */
export async function openDelivery(databaseUrl: string): Promise<Delivery> {
  const services = servicesOf(scratchEnv(databaseUrl));
  const account = await accounts.createAccount(services, { email: `${randomUUID()}@example.com`, password: randomUUID() });
  if (!account) throw new Error('a fresh e-mail address has an account');
  const { prisma } = services.db;
  return {
    services,
    gatewayUrl: await prepareGatewayRole(databaseUrl, 'a password'),
    async deliver(exit) {
      const order = await placeOrder(services, account.id);
      const at = new Date();
      const until = new Date(at.getTime() + 30 * 86_400_000);
      // Before the transaction: many at once would each hold a connection and wait for another.
      const address = exit ? null : await freshAddress(services);
      const [delivered] = await services.db.transaction(async (tx) => {
        const [upstreamId] = exit ? await proxies.receive(tx, services, [exit.upstream]) : [];
        const minted = proxies.mint(upstreamId === undefined ? (address ? [address] : []) : [{ upstreamId }]);
        return proxies.issue(tx, services, { orderId: order, accountId: account.id, country: 'fr', at, until }, minted);
      });
      if (!delivered) throw new Error('no proxy was delivered');
      return delivered;
    },
    async sql(text, ...values) {
      await prisma.$executeRawUnsafe(text, ...values);
    },
    close: () => services.db.close(),
  };
}

async function placeOrder({ db }: Services, accountId: AccountId): Promise<OrderId> {
  const order = await db.prisma.order.create({
    data: {
      accountId,
      channel: 'api',
      idempotencyKey: randomUUID(),
      country: 'fr',
      qty: 1,
      unitPriceCents: 100,
      totalCents: 100,
      discountCents: 0,
      salePriceCents: 0,
      status: 'completed',
    },
  });
  return order.id as OrderId;
}

let addresses = 0;

async function freshAddress({ db }: Services): Promise<{ addressId: number }> {
  addresses += 1;
  const ip = `10.0.${addresses >> 8}.${addresses & 255}`;
  const { id } = await db.prisma.address.create({ data: { country: 'fr', ip, freeAt: new Date() } });
  return { addressId: id };
}
