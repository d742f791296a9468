/** A purchase whose exits come from a remote supplier and from the site's own addresses. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { upstreamVault } from '#server/kernel/gateway-key.ts';
import { cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { verify } from '#server/operator/verify.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import * as orders from '#server/plugins/orders/port.ts';
import { addAddresses, type Supplier, supplierPoint, type Upstream } from '#server/plugins/proxies/port.ts';
import { createScratchDatabase } from '#tests/harness/cluster.ts';
import { scratchEnv } from '#tests/harness/server.ts';
import { servicesOf } from '#tests/harness/services.ts';

const exits: readonly Upstream[] = [
  { protocol: 'socks5', host: 'one.example.com', port: 1080, username: 'us-1', password: 'first secret' },
  { protocol: 'http', host: '2001:db8::1', port: 8080, username: 'us-2', password: 'second secret' },
];

/** Comes first, and has two. */
const remote: Supplier = {
  id: 'remote',
  available: async () => [{ country: 'fr', available: exits.length }],
  allocate: async (_tx, { qty }) => exits.slice(0, qty).map((upstream) => ({ upstream })),
};

let services: Services;

beforeAll(async () => {
  const plain = servicesOf(
    scratchEnv(await createScratchDatabase(inject('maintenanceUrl'), `remote_${randomUUID().replaceAll('-', '')}`)),
  );
  services = {
    ...plain,
    extensions: {
      all: <T>(point: { name: string }) => {
        const others = plain.extensions.all<T>(point);
        return point.name === supplierPoint.name ? [remote as T, ...others] : others;
      },
    },
  };
  await addAddresses(services.db, 'fr', ['192.0.2.1', '192.0.2.2', '192.0.2.3']);
});
afterAll(() => services.db.close());

it('delivers both, each with its own exit, and a replay answers the same', async () => {
  const account = await accounts.createAccount(services, {
    email: 'one@example.com',
    password: randomUUID(),
    resellerMode: true,
  });
  if (!account) throw new Error('the account was not opened');
  await adjustBalance(services.db, account.id, cents(100_00), 'test');
  const principal = {
    accountId: account.id,
    email: account.email,
    role: account.role,
    resellerMode: true,
    via: 'api_key' as const,
  };
  const buy = (qty: number, idempotencyKey = randomUUID()) =>
    orders.buy(services, principal, { channel: 'api', idempotencyKey, country: 'fr', qty, salePriceCents: cents(0) });

  const key = randomUUID();
  const [bought, replayed] = [await buy(4, key), await buy(4, key)];
  expect(replayed.purchase.proxies).toEqual(bought.purchase.proxies);

  const stored = await services.db.prisma.proxy.findMany({
    where: { orderId: bought.purchase.orderId },
    orderBy: { position: 'asc' },
    include: { upstream: true },
  });
  expect(stored.map(({ position, addressId, upstream }) => [position, addressId !== null, upstream?.host])).toEqual([
    [1, false, 'one.example.com'],
    [2, false, '2001:db8::1'],
    [3, true, undefined],
    [4, true, undefined],
  ]);
  const vault = upstreamVault(services.secrets.gatewayKey);
  expect(stored.flatMap(({ upstream }) => (upstream ? [vault.open(upstream.passwordCiphertext, upstream)] : []))).toEqual([
    'first secret',
    'second secret',
  ]);

  await buy(1);
  const { ok, violations, checked } = await verify(services.db, { secrets: services.secrets });
  expect({ ok, violations }).toEqual({ ok: true, violations: [] });
  expect(checked).toMatchObject({ proxies: 5, passwords_opened: 5 });
});
