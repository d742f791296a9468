/**
 * The statements of a purchase of one proxy, run straight over the PostgreSQL driver: what the database and the driver cost,
 * without HTTP, procedures, rules or cryptography. The benchmark checks against the server's log that these are the
 * statements that a purchase runs.
 */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Country } from '#prisma/generated/enums.ts';
import { gather, type Statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { limits } from '#server/kernel/limits.ts';
import { type Cents, cents } from '#server/kernel/money.ts';
import { invoiceNumber, splitVat } from '#server/plugins/billing/rules.ts';
import * as billing from '#server/plugins/billing/store/money.ts';
import * as orders from '#server/plugins/orders/store/orders.ts';
import * as pricing from '#server/plugins/pricing/store/facts.ts';
import * as pool from '#server/plugins/proxies/store/pool.ts';
import * as proxies from '#server/plugins/proxies/store/proxies.ts';
import * as resale from '#server/plugins/resale/store/book.ts';
import * as reseller from '#server/plugins/reseller/store.ts';
import { supplierRules } from '#server/plugins/suppliers/rules.ts';
import { offersStatement } from '#server/plugins/suppliers/store/suppliers.ts';

async function run<Row extends object, Values extends readonly unknown[]>(
  client: pg.PoolClient,
  { name, text }: Statement<Row, Values>,
  ...values: Values
): Promise<Row> {
  const { rows } = await client.query<Row>({ name, text, values: values as unknown as unknown[] });
  return rows[0] as Row;
}

/** Buys one proxy. @throws Error where the stock is gone. */
export async function directPurchase(
  client: pg.PoolClient,
  buyer: { accountId: AccountId; keyHash: Buffer; idempotencyKey: string; country: Country },
): Promise<void> {
  const { accountId, country } = buyer;
  await run(client, reseller.findStatement, buyer.keyHash);
  gather(client);
  await Promise.all([client.query('BEGIN'), run(client, orders.claimStatement, accountId, buyer.idempotencyKey)]);
  gather(client);
  const [account, { now }, price] = await Promise.all([
    run(client, billing.lockStatement, accountId),
    run(client, orders.standingStatement, accountId, limits.capWindowSeconds, buyer.idempotencyKey),
    run(client, pricing.factsStatement, accountId, 1),
    run(client, offersStatement, supplierRules.failuresBeforeDown, supplierRules.staleSeconds),
  ]);
  const total = cents(price.unit_price_cents);
  const none = 0 as Cents;
  const until = new Date(now.getTime() + limits.proxyDays * 86_400_000);
  gather(client);
  const [order, address] = await Promise.all([
    run(
      client,
      orders.insertStatement,
      accountId,
      'api',
      buyer.idempotencyKey,
      country,
      1,
      total,
      total,
      none,
      null,
      null,
      none,
      now,
    ),
    run(client, pool.leaseStatement, country, 1, now, until),
  ]);
  if (!address) throw new Error('the benchmark ran out of stock');
  const proxyId = `px_${randomBytes(8).toString('hex')}`;
  const { netCents, vatCents } = splitVat(total, account.seller.vat_rate_bp);
  const number = invoiceNumber(accountId, account.invoice_seq + 1);
  gather(client);
  await Promise.all([
    run(
      client,
      billing.purchaseStatement,
      accountId,
      (account.ledger_seq ?? 0) + 1,
      account.balance_cents,
      total,
      order.id,
      account.invoice_seq + 1,
      number,
      netCents,
      account.seller.vat_rate_bp,
      vatCents,
      JSON.stringify(account.seller),
      JSON.stringify(account.buyer),
      '[]',
      now,
    ),
    run(
      client,
      proxies.insertStatement,
      order.id,
      accountId,
      country,
      'benchmark',
      now,
      until,
      [proxyId],
      [address.id],
      [null],
      [`isp${proxyId}`],
      [randomBytes(52)],
      [randomBytes(32)],
      null,
    ),
    client.query('SAVEPOINT attempt'),
    run(client, resale.insertStatement, accountId, [proxyId], none),
    client.query('RELEASE SAVEPOINT attempt'),
  ]);
  await client.query('COMMIT');
}
