/** Fills a scratch database for the benchmarks: accounts with keys and money, stock, and a history of orders. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { AccountId } from '#server/kernel/ids.ts';

/** Accounts that take turns at buying. */
export const ACCOUNTS = 4_000;

/** The hash under which the key of the benchmark's `accountId`-th account is stored, for loops that need no real key. */
export function keyHashOf(accountId: AccountId): Buffer {
  return createHash('md5').update(String(accountId)).digest();
}

/** Accounts 1..ACCOUNTS, each with 100,000 € and a key known by `keyHashOf`. */
export async function fillAccounts(client: pg.ClientBase): Promise<void> {
  await client.query(`
    INSERT INTO accounts (email, password_hash, reseller_mode)
      SELECT 'account' || i || '@example.com', '-', true FROM generate_series(1, ${ACCOUNTS}) AS i;
    INSERT INTO billing_accounts (account_id) SELECT id FROM accounts;
    INSERT INTO ledger_entries (account_id, seq, kind, amount_cents, balance_before_cents, balance_after_cents)
      SELECT id, 1, 'credit', 10000000, 0, 10000000 FROM accounts;
    UPDATE billing_accounts SET balance_cents = 10000000, ledger_seq = 1;
    INSERT INTO api_keys (account_id, hash, last_four) SELECT id, decode(md5(id::text), 'hex'), 'none' FROM accounts`);
}

/** `count` free addresses in 10.0.0.0/8 from the `first`-th on. */
export async function fillAddresses(client: pg.ClientBase, first: number, count: number): Promise<void> {
  await client.query(`
    INSERT INTO addresses (country, ip, free_at)
      SELECT 'fr', '10.0.0.0'::inet + i, now() - random() * interval '30 days'
      FROM generate_series(${first}, ${first + count - 1}) AS i`);
}

/**
 * A history of `orders` orders of one proxy over the last 400 days, each with its ledger entry, invoice and resale entry; the address of an
 * order is free again unless the order is younger than 30 days. Needs as many addresses, and writes without checks: a million rows
 * would keep foreign keys busy for minutes.
 */
export async function fillHistory(client: pg.ClientBase, orders: number): Promise<void> {
  await client.query(`
    BEGIN;
    UPDATE addresses SET free_at = past.made + interval '30 days'
      FROM (SELECT i, now() - interval '400 days' * (${orders} - i) / ${orders} AS made FROM generate_series(1, ${orders}) AS i) past
      WHERE addresses.id = past.i;
    SET LOCAL session_replication_role = replica;
    CREATE TEMPORARY TABLE past ON COMMIT DROP AS
      SELECT i, 1 + (i - 1) % ${ACCOUNTS} AS account, 1 + (i - 1) / ${ACCOUNTS} AS nth,
             now() - interval '400 days' * (${orders} - i) / ${orders} AS made
      FROM generate_series(1, ${orders}) AS i;
    INSERT INTO orders (id, account_id, channel, idempotency_key, country, qty, unit_price_cents, total_cents, discount_cents,
                        sale_price_cents, status, created_at)
      SELECT i, account, 'api', 'history-' || i, 'fr', 1, 290, 290, 0, 0, 'completed', made FROM past;
    INSERT INTO proxies (id, order_id, position, account_id, country, address_id, username, password_ciphertext, password_key_id,
                         password_hash, created_at, expires_at)
      SELECT 'px_' || md5(i::text), i, 1, account, 'fr', i, 'isp' || md5(i::text), decode(repeat(md5(i::text), 3), 'hex'), 'none',
             decode(repeat(md5(i::text), 2), 'hex'), made, made + interval '30 days' FROM past;
    INSERT INTO ledger_entries (account_id, seq, previous_seq, kind, amount_cents, balance_before_cents, balance_after_cents, order_id,
                                created_at)
      SELECT account, nth + 1, nth, 'purchase', -290, 10000000 - 290 * (nth - 1), 10000000 - 290 * nth, i, made FROM past;
    INSERT INTO invoices (account_id, seq, number, order_id, issued_at, net_cents, vat_rate_bp, vat_cents, gross_cents, seller, buyer,
                          lines)
      SELECT account, nth, 'R' || account || '-' || nth, i, made, 242, 2000, 48, 290, '{}', '{}', '[]' FROM past;
    INSERT INTO resale_entries (proxy_id, account_id, sale_price_cents) SELECT 'px_' || md5(i::text), account, 0 FROM past;
    UPDATE billing_accounts SET balance_cents = 10000000 - 290 * n, ledger_seq = n + 1, invoice_seq = n
      FROM (SELECT account, count(*) AS n FROM past GROUP BY account) AS done WHERE account_id = account;
    SELECT setval('orders_id_seq', ${orders});
    COMMIT`);
}

/** Lets the planner know what there is. */
export async function settle(client: pg.ClientBase): Promise<void> {
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}
