/** A site's procedures without its HTTP: a scratch database with its services, and account holders who call as the pages do. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Country, countries } from '#server/kernel/countries.ts';
import { type Cents, cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import { createAccount } from '#server/plugins/accounts/port.ts';
import { adjustBalance, balance } from '#server/plugins/billing/port.ts';
import { buy } from '#server/plugins/orders/port.ts';
import { addAddresses } from '#server/plugins/proxies/port.ts';
import { createScratchDatabase } from './cluster.ts';
import { callerOf } from './owner.ts';
import { scratchEnv } from './server.ts';
import { servicesOf } from './services.ts';

/** A database of the file's own, with so many free addresses a country. Call it once, at the top of a file. */
export function ownServices(stock: number): () => Services {
  let services: Services | undefined;
  beforeAll(async () => {
    const url = await createScratchDatabase(inject('maintenanceUrl'), `own_${randomUUID().replaceAll('-', '')}`);
    services = servicesOf(scratchEnv(url));
    for (const [nth, country] of countries.entries()) {
      const ips = Array.from({ length: stock }, (_, n) => `10.${nth}.${n >> 8}.${n & 255}`);
      await addAddresses(services.db, country, ips);
    }
  });
  afterAll(() => services?.db.close());
  return () => {
    if (!services) throw new Error('the database is there only within tests');
    return services;
  };
}

export interface Holder {
  readonly principal: Principal;
  /** The procedures, called as this account holder. */
  readonly call: ReturnType<typeof callerOf>;
  /** Buys through the same port as everybody. @returns the ids. */
  buy(country: Country, qty: number): Promise<string[]>;
  balance(): Promise<Cents>;
}

/** Opens an account with so many cents. */
export async function newHolder(services: Services, balanceCents: number): Promise<Holder> {
  const email = `${randomUUID()}@example.com`;
  const account = await createAccount(services, { email, password: randomUUID(), resellerMode: true });
  if (!account) throw new Error('a random e-mail address is taken');
  await adjustBalance(services.db, account.id, cents(balanceCents), 'Balance of a test');
  const principal = { accountId: account.id, email, role: 'customer', resellerMode: true, via: 'session' } as const;
  return {
    principal,
    call: callerOf(services, principal),
    async buy(country, qty) {
      const request = { channel: 'site', idempotencyKey: randomUUID(), country, qty, salePriceCents: cents(0) } as const;
      const { purchase } = await buy(services, principal, request);
      return purchase.proxies.map((proxy) => proxy.proxy_id);
    },
    balance: () => balance(services.db, account.id),
  };
}
