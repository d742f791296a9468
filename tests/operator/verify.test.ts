/** `operator verify`: passes on what the site itself made, under load too, and names whatever is not as it must be. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Country, countries } from '#server/kernel/countries.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { allInvariants, verify } from '#server/operator/verify.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import { adjustBalance, creditInvoice, lock } from '#server/plugins/billing/port.ts';
import * as orders from '#server/plugins/orders/port.ts';
import * as payments from '#server/plugins/payments/port.ts';
import { setAccountDiscount } from '#server/plugins/pricing/port.ts';
import * as promotions from '#server/plugins/promotions/port.ts';
import { addAddresses } from '#server/plugins/proxies/port.ts';
import * as renewals from '#server/plugins/renewals/port.ts';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { createScratchDatabase } from '#tests/harness/cluster.ts';
import { clearOfMidnight } from '#tests/harness/midnight.ts';
import { scratchEnv } from '#tests/harness/server.ts';
import { servicesOf } from '#tests/harness/services.ts';
import { operatorOf } from './command.ts';

/** What the purchase of `supplierOrderOf` brought. */
const broughtUpstream = `INSERT INTO upstreams (id, protocol, host, port, username, password_ciphertext, supplier_order_id, remote_proxy_id, expires_at)
  VALUES (7, 'http', 'exit.example.com', 8080, 'us', decode(repeat('00', 40), 'hex'), 1, 'px_1', now() + interval '40 days')`;

/**
 * For each rule, ways to break it behind the site's back. Foreign keys and triggers are off meanwhile (as a replica), checks and
 * unique indexes have to be dropped, which is a violation of its own. Accounts 1 and 2 each bought three `fr`, two `es` and one
 * `eu`, in the orders 1 to 3 and 4 to 6. Order 3 used up a promo code, order 6 a prize of the wheel; account 1 has renewed its `eu`;
 * one euro of the first invoice of account 2 was credited.
 */
const corruptions: Record<string, readonly string[]> = {
  guards_exist: [
    'ALTER TABLE orders DROP CONSTRAINT orders_total',
    'DROP INDEX ledger_entries_one_debit_an_order',
    'DROP TRIGGER invoices_append_only ON invoices',
  ],
  guards_are_on: [
    'ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only',
    'ALTER TABLE billing_accounts DISABLE TRIGGER ALL',
    'ALTER TABLE orders DROP CONSTRAINT orders_qty, ADD CONSTRAINT orders_qty CHECK (qty BETWEEN 1 AND 50) NOT VALID',
  ],
  price_from_one_proxy_on: [
    `DELETE FROM price_tiers WHERE country = 'es' AND min_qty = 1`,
    `UPDATE price_tiers SET begins_at = now() + interval '1 day' WHERE country = 'es'`,
    `INSERT INTO price_tiers (country, begins_at, min_qty, unit_price_cents) VALUES ('es', now() + interval '1 day', 2, 100)`,
  ],
  seller_is_set: ['DELETE FROM seller'],
  owner_exists: ['DELETE FROM accounts WHERE id = 2'],
  email_is_unique: [`ALTER TABLE accounts DROP CONSTRAINT accounts_email_lower_case; UPDATE accounts SET email = upper(email)`],
  deleted_account_is_empty: [
    `UPDATE accounts SET deleted_at = now(), password_hash = '', email = 'deleted-1@account.invalid', reseller_mode = false
     WHERE id = 1; INSERT INTO sessions (id, account_id, user_agent, network) VALUES ('kept', 1, '', '')`,
  ],
  locked_account_has_no_session: [
    `UPDATE accounts SET locked_at = now() WHERE id = 1;
     INSERT INTO sessions (id, account_id, user_agent, network) VALUES ('kept', 1, '', '')`,
  ],
  adjustment_moved_what_it_says: [adjustmentOf(5, 1), adjustmentOf(-900, 2)],
  adjustment_within_what_one_may_move: [`${adjustmentOf(10_000, 1)}; ${adjustmentOf(-1, 2)}`],
  adjustment_audited: [adjustmentOf(10_000, 1)],
  promo_code_counted: [
    'UPDATE promo_codes SET used = 0',
    'ALTER TABLE promo_codes DROP CONSTRAINT promo_codes_uses; UPDATE promo_codes SET used = 2, total_uses = 1',
    'DELETE FROM promo_uses',
  ],
  voucher_used_once: [
    `ALTER TABLE promo_uses DROP CONSTRAINT promo_uses_pkey; UPDATE promo_codes SET used = 2;
     INSERT INTO promo_uses SELECT code, account_id, 2, used_at FROM promo_uses`,
    'UPDATE wheel_spins SET order_id = 3',
  ],
  voucher_stands_on_order: [
    'UPDATE promo_uses SET order_id = 2',
    'UPDATE promo_uses SET account_id = 2',
    `UPDATE orders SET discount_kind = 'reseller_tier', discount_reference = NULL WHERE id = 3`,
    'DELETE FROM promo_uses',
    `UPDATE orders SET discount_reference = '2020-01-01' WHERE id = 6`,
    `ALTER TABLE orders DROP CONSTRAINT orders_discount_reference; UPDATE orders SET channel = 'api' WHERE id = 6`,
    'UPDATE wheel_spins SET order_id = NULL',
  ],
  wheel_spun_once_a_day: [
    `ALTER TABLE wheel_spins DROP CONSTRAINT wheel_spins_pkey;
     INSERT INTO wheel_spins SELECT account_id, day, discount_bp, spun_at, expires_at FROM wheel_spins`,
    'ALTER TABLE wheel_spins DROP CONSTRAINT wheel_spins_day; UPDATE wheel_spins SET day = day - 1',
    `UPDATE orders SET created_at = expires_at + interval '1 millisecond' FROM wheel_spins WHERE orders.id = 6 AND order_id = 6`,
  ],
  tier_exists: [`UPDATE account_discounts SET tier_name = 'tin'`],
  balance_is_sum_of_ledger: ['UPDATE billing_accounts SET balance_cents = balance_cents + 1 WHERE account_id = 1'],
  balance_is_last_entry: [
    'UPDATE billing_accounts SET ledger_seq = ledger_seq - 1 WHERE account_id = 1',
    `ALTER TABLE billing_accounts DROP CONSTRAINT billing_accounts_empty;
     UPDATE billing_accounts SET ledger_seq = NULL WHERE account_id = 1`,
  ],
  balance_not_overspent: [
    `ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_not_overspent, DROP CONSTRAINT ledger_entries_sum;
     UPDATE ledger_entries SET balance_after_cents = -1 WHERE account_id = 1 AND seq = 4`,
  ],
  ledger_is_a_chain: [
    'DELETE FROM ledger_entries WHERE account_id = 1 AND seq = 2',
    `ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_first;
     UPDATE ledger_entries SET seq = 9 WHERE account_id = 1 AND seq = 4;
     UPDATE billing_accounts SET ledger_seq = 9 WHERE account_id = 1`,
    `UPDATE ledger_entries SET balance_before_cents = balance_before_cents + 1, balance_after_cents = balance_after_cents + 1
     WHERE account_id = 1 AND seq = 3`,
  ],
  ledger_entry_adds_up: [
    `ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_sum;
     UPDATE ledger_entries SET amount_cents = amount_cents - 1 WHERE account_id = 1 AND seq = 3`,
  ],
  payment_credited_once: [
    `DELETE FROM ledger_entries WHERE kind = 'top_up'`,
    `DROP INDEX ledger_entries_one_credit_a_payment;
     INSERT INTO ledger_entries SELECT account_id, seq + 1, seq, 'top_up', 20_00, balance_after_cents, balance_after_cents + 20_00, NULL, NULL,
       now(), payment_id
     FROM ledger_entries WHERE kind = 'top_up'`,
    `ALTER TABLE payments DROP CONSTRAINT payments_credited; UPDATE payments SET state = 'expired'`,
    'UPDATE payments SET account_id = 1',
  ],
  payment_taken_back_as_booked: [
    'UPDATE payments SET refunded_cents = 1',
    'UPDATE payments SET charged_back_cents = 1',
    `INSERT INTO ledger_entries SELECT account_id, seq + 1, seq, 'chargeback', -5, balance_after_cents, balance_after_cents - 5, NULL, NULL, now(),
       payment_id
     FROM ledger_entries WHERE kind = 'top_up'`,
  ],
  payment_entry_has_payment: [
    'DELETE FROM payments',
    `ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_of_payment; UPDATE ledger_entries SET payment_id = NULL`,
    `ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_of_payment;
     UPDATE ledger_entries SET payment_id = (SELECT id FROM payments) WHERE kind = 'purchase'`,
  ],
  payment_event_not_stuck: [
    `INSERT INTO payment_events (provider, id, type, payment_id, received_at)
     SELECT 'stripe', 'evt_1', 'charge.refunded', id, now() - interval '2 days' FROM payments`,
    `INSERT INTO payment_events (provider, id, type, payment_id) VALUES ('stripe', 'evt_1', 'charge.refunded', gen_random_uuid())`,
  ],
  order_debited_once: [
    'DELETE FROM ledger_entries WHERE order_id = 2',
    'DROP INDEX ledger_entries_one_debit_an_order; UPDATE ledger_entries SET order_id = 2 WHERE order_id = 1',
    'UPDATE orders SET unit_price_cents = unit_price_cents + 1, total_cents = total_cents + qty WHERE id = 2',
  ],
  debit_has_order: ['DELETE FROM orders WHERE id = 2', 'UPDATE orders SET account_id = 2 WHERE id = 2'],
  refund_settles_order: [
    `UPDATE orders SET status = 'refunded' WHERE id = 3`,
    `INSERT INTO ledger_entries SELECT account_id, seq + 1, seq, 'refund', 900, balance_after_cents, balance_after_cents + 900, 3
     FROM ledger_entries WHERE account_id = 1 ORDER BY seq DESC LIMIT 1`,
  ],
  answered_order_exists: [
    `INSERT INTO api_calls VALUES (1, now(), gen_random_uuid(), 'POST', '/buy', 201, NULL, 'order-1001', 99, '::1', 1, false)`,
    `INSERT INTO api_calls VALUES (1, now(), gen_random_uuid(), 'POST', '/buy', 200, NULL, 'order-1001', 4, '::1', 1, true)`,
  ],
  order_invoiced_once: ['DELETE FROM invoices WHERE order_id = 2', `UPDATE orders SET status = 'failed' WHERE id = 1`],
  invoice_has_order: ['UPDATE invoices SET order_id = 99 WHERE order_id = 2'],
  invoice_adds_up: [
    'ALTER TABLE invoices DROP CONSTRAINT invoices_sum; UPDATE invoices SET vat_cents = vat_cents + 1 WHERE order_id = 2',
    'UPDATE invoices SET vat_cents = vat_cents + 1, net_cents = net_cents - 1 WHERE order_id = 2',
  ],
  invoice_lines_add_up: [
    `UPDATE invoices SET lines = '{}' WHERE order_id = 2`,
    `UPDATE invoices SET lines = lines || lines WHERE order_id = 2`,
  ],
  invoice_names_parties: [
    `UPDATE invoices SET buyer = '{}' WHERE order_id = 2`,
    `UPDATE invoices SET seller = '[]' WHERE order_id = 2`,
  ],
  invoice_numbers_gapless: [
    'DELETE FROM invoices WHERE account_id = 1 AND seq = 2',
    'DELETE FROM invoices WHERE account_id = 1 AND seq = 3',
    'UPDATE billing_accounts SET invoice_seq = invoice_seq + 1 WHERE account_id = 1',
  ],
  invoice_number_is_its_place: [
    `UPDATE invoices SET number = 'R000001-00099' WHERE order_id = 2`,
    `UPDATE invoices SET number = 'R000009-00001' WHERE order_id = 1`,
  ],
  credit_note_corrects_invoice: [
    `UPDATE invoices SET corrects_seq = 2 WHERE kind = 'credit_note'`,
    `ALTER TABLE invoices DROP CONSTRAINT invoices_corrects_earlier; UPDATE invoices SET corrects_seq = seq WHERE kind = 'credit_note'`,
    `UPDATE invoices SET vat_rate_bp = 1000 WHERE kind = 'credit_note'`,
    `ALTER TABLE invoices DROP CONSTRAINT invoices_correction; UPDATE invoices SET reason = 'why' WHERE kind = 'invoice'`,
  ],
  credit_within_invoice: [
    `UPDATE invoices SET net_cents = 4000, gross_cents = 4000 + vat_cents WHERE kind = 'credit_note'`,
    `UPDATE invoices SET vat_cents = 4000, gross_cents = 4000 + net_cents WHERE kind = 'credit_note'`,
  ],
  credit_note_paid_back: [
    `UPDATE invoices SET gross_cents = gross_cents + 1, net_cents = net_cents + 1 WHERE kind = 'credit_note'`,
    `UPDATE ledger_entries SET order_id = 3 WHERE kind = 'refund'`,
    `DELETE FROM invoices WHERE kind = 'credit_note'`,
  ],
  order_total_adds_up: ['ALTER TABLE orders DROP CONSTRAINT orders_total; UPDATE orders SET unit_price_cents = 1 WHERE id = 1'],
  order_key_used_once: [
    `DROP INDEX orders_account_id_idempotency_key_key; UPDATE orders SET idempotency_key = 'the-same' WHERE account_id = 1`,
  ],
  order_not_stuck: [`UPDATE orders SET status = 'processing', created_at = now() - interval '1 hour' WHERE id = 1`],
  order_delivered_in_full: [
    'DELETE FROM proxies WHERE order_id = 1 AND position = 2',
    'DELETE FROM proxies WHERE order_id = 1',
    'UPDATE proxies SET position = 4 WHERE order_id = 1 AND position = 2',
    `UPDATE orders SET status = 'failed' WHERE id = 1`,
  ],
  proxy_belongs_to_order: [
    'UPDATE proxies SET account_id = 2 WHERE order_id = 1',
    `UPDATE proxies SET country = 'eu' WHERE order_id = 1`,
    'DELETE FROM orders WHERE id = 1',
  ],
  proxy_valid_for_its_time: [
    `UPDATE proxies SET expires_at = expires_at - interval '1 second' WHERE order_id = 1`,
    `UPDATE proxies SET created_at = created_at - interval '1 day' WHERE order_id = 1`,
  ],
  listed_order_in_resale_book: ['DELETE FROM resale_entries WHERE proxy_id IN (SELECT id FROM proxies WHERE order_id = 3)'],
  resale_entry_has_proxy: [
    'DELETE FROM proxies WHERE order_id = 3',
    'UPDATE resale_entries SET account_id = 2 WHERE account_id = 1',
  ],
  renewal_adds_up: [
    'UPDATE renewals SET qty = qty + 1',
    'UPDATE renewals SET total_cents = total_cents + 1',
    'DELETE FROM renewal_proxies',
    'UPDATE proxies SET account_id = 2 WHERE id IN (SELECT proxy_id FROM renewal_proxies)',
  ],
  renewal_debited_once: [`DELETE FROM ledger_entries WHERE kind = 'renewal'`, 'UPDATE renewals SET account_id = 2'],
  debit_has_renewal: ['UPDATE ledger_entries SET renewal_id = 99 WHERE renewal_id IS NOT NULL', 'DELETE FROM renewals'],
  renewal_invoiced_once: ['DELETE FROM invoices WHERE renewal_id IS NOT NULL'],
  renewals_follow_one_another: [
    `UPDATE proxies SET expires_at = expires_at + interval '30 days' WHERE id IN (SELECT proxy_id FROM renewal_proxies)`,
    `UPDATE proxies SET expires_at = expires_at + interval '30 days' WHERE order_id = 1`,
    `UPDATE renewal_proxies SET valid_from = valid_from - interval '1 day'`,
    `UPDATE renewal_proxies SET proxy_id = 'px_nobodys'`,
  ],
  address_leased_once: [
    `ALTER TABLE proxies DROP CONSTRAINT proxies_one_live_an_address;
     UPDATE proxies SET address_id = (SELECT address_id FROM proxies WHERE order_id = 4 AND position = 1)
     WHERE order_id = 1 AND position = 1`,
  ],
  leased_address_not_free: [
    'UPDATE addresses SET free_at = now() WHERE free_at > now()',
    `UPDATE addresses SET country = 'es' WHERE free_at > now() AND country = 'fr'`,
    'DELETE FROM addresses WHERE free_at > now()',
    'UPDATE addresses SET rest_days = 5 WHERE free_at > now()',
  ],
  address_not_lost: [
    `ALTER TABLE addresses DROP CONSTRAINT addresses_retired; UPDATE addresses SET retired_at = now() WHERE free_at < now()`,
    'DELETE FROM stock_settings',
    `UPDATE addresses SET free_at = now() + interval '1 day' WHERE free_at < now()`,
    `UPDATE addresses SET free_at = free_at + interval '1 day' WHERE free_at > now()`,
  ],
  address_exists_once: [
    `DROP INDEX addresses_ip_key; INSERT INTO addresses (country, ip, free_at) SELECT country, ip, free_at FROM addresses LIMIT 1`,
  ],
  stock_count_is_right: [
    'UPDATE stock_moves SET delta = delta + 1 WHERE at <= now()',
    'UPDATE stock_moves SET delta = delta + 1 WHERE at > now()',
    `UPDATE stock_moves SET at = at + interval '1 second' WHERE at > now()`,
    'DELETE FROM addresses WHERE free_at < now()',
  ],
  username_is_unique: [`DROP INDEX proxies_username_key; UPDATE proxies SET username = 'the-same' WHERE order_id = 1`],
  credentials_are_whole: [
    `UPDATE proxies SET password_hash = '' WHERE order_id = 1`,
    `UPDATE proxies SET password_ciphertext = substr(password_ciphertext, 1, 20) WHERE order_id = 1`,
    `UPDATE api_keys SET hash = substr(hash, 1, 16)`,
    upstreamOf('order_id = 1 AND position = 1', 28),
  ],
  password_opens: [
    'UPDATE proxies SET password_ciphertext = set_byte(password_ciphertext, 20, 255 - get_byte(password_ciphertext, 20)) WHERE order_id = 1',
    `UPDATE proxies SET username = 'other' || position WHERE order_id = 1`,
    `UPDATE proxies SET password_ciphertext = (SELECT password_ciphertext FROM proxies WHERE order_id = 3) WHERE order_id = 1`,
    upstreamOf('order_id = 1 AND position = 1', 40),
  ],
  proxy_has_one_exit: [
    'ALTER TABLE proxies DROP CONSTRAINT proxies_one_exit; UPDATE proxies SET address_id = NULL WHERE order_id = 3',
    `ALTER TABLE proxies DROP CONSTRAINT proxies_one_exit; UPDATE proxies SET upstream_id = 99 WHERE order_id = 3`,
    'UPDATE proxies SET address_id = NULL, upstream_id = 99 WHERE order_id = 3',
    `DROP INDEX proxies_upstream_id_key; ${upstreamOf('order_id = 1', 40)}`,
  ],
  order_under_way_is_known: [
    `UPDATE orders SET status = 'processing' WHERE id = 1`,
    `UPDATE orders SET status = 'failed' WHERE id = 1; ${fulfilmentOf(1)}`,
    fulfilmentOf(1),
  ],
  supplier_order_whole: [supplierOrderOf(1, 2, 'delivered'), `${supplierOrderOf(1, 1, 'faulty')}; ${broughtUpstream}`],
  supplier_order_serves_its_order: [
    `${supplierOrderOf(3, 1, 'delivered')}; ${broughtUpstream}; UPDATE proxies SET address_id = NULL, upstream_id = 7 WHERE order_id = 1 AND position = 1`,
  ],
  ended_order_waits_for_nobody: [
    supplierOrderOf(1, 1, 'asked'),
    `${supplierOrderOf(1, 1, 'asked')}; UPDATE orders SET status = 'failed' WHERE id = 1; ${fulfilmentOf(1)}`,
  ],
  delivery_by_support_ends: [
    `${fulfilmentOf(1)}; UPDATE fulfilments SET failure = 'stuck', failed_at = now(), delivering_reason = 'why'`,
    `UPDATE orders SET status = 'failed' WHERE id = 1; ${fulfilmentOf(1)};
     UPDATE fulfilments SET failure = 'stuck', failed_at = now(), delivering_reason = 'why', lease_until = now() - interval '1 hour'`,
  ],
  proxy_within_its_upstream: [
    `${supplierOrderOf(1, 1, 'delivered')}; ${broughtUpstream}; UPDATE upstreams SET expires_at = now() + interval '1 day';
     UPDATE proxies SET address_id = NULL, upstream_id = 7 WHERE order_id = 1 AND position = 1`,
  ],
  reserved_address_is_waited_for: [
    'ALTER TABLE addresses DROP CONSTRAINT addresses_retired; UPDATE addresses SET reserved_for = 1 WHERE free_at > now()',
    `ALTER TABLE addresses DROP CONSTRAINT addresses_retired;
     UPDATE addresses SET reserved_for = 1 WHERE free_at < now() AND country = 'fr'`,
  ],
  usage_is_of_a_proxy: [
    `INSERT INTO proxy_usage VALUES ('px_nobody', now(), 1, 1, 1)`,
    `ALTER TABLE proxy_usage DROP CONSTRAINT proxy_usage_counts; INSERT INTO proxy_usage SELECT id, now(), -1, 1, 1 FROM proxies LIMIT 1`,
  ],
};

/** Has account 2 say that it moved so many cents of account 1 alone, by that entry of the ledger. */
function adjustmentOf(cents: number, entry: number): string {
  return `INSERT INTO adjustments (account_id, amount_cents, reason, state, request_key, proposed_by, ledger_seq)
          VALUES (1, ${cents}, 'why', 'alone', 'request-${entry}', 2, ${entry})`;
}

/** An order that is under way without having been begun. */
function fulfilmentOf(orderId: number): string {
  return `INSERT INTO fulfilments (order_id, line_text, buyer_email, lease_until, give_up_at)
          VALUES (${orderId}, '', '', now() - interval '1 minute', now())`;
}

/** A purchase from a supplier, for an order. */
function supplierOrderOf(orderId: number, qty: number, status: 'asked' | 'delivered' | 'faulty'): string {
  const told = status === 'delivered' ? '9, 100, NULL' : status === 'faulty' ? `NULL, NULL, 'no_answer'` : 'NULL, NULL, NULL';
  return `INSERT INTO suppliers (id, name, base_url, api_key_ciphertext, api_key_key_id, check_url) VALUES (1, 'other', '', '', '', '');
          INSERT INTO supplier_orders (id, supplier_id, order_id, key, country, qty, status, remote_order_id, cost_cents, problem, answered_at)
          VALUES (1, 1, ${orderId}, 'order-1-abc', 'fr', ${qty}, '${status}', ${told}, ${status === 'asked' ? 'NULL' : 'now()'})`;
}

/** Gives proxies an upstream whose password is so many bytes of nothing. */
function upstreamOf(proxies: string, bytes: number): string {
  return `INSERT INTO upstreams (id, protocol, host, port, username, password_ciphertext)
          VALUES (7, 'http', 'exit.example.com', 8080, 'us', decode(repeat('00', ${bytes}), 'hex'));
          UPDATE proxies SET address_id = NULL, upstream_id = 7 WHERE ${proxies}`;
}

let env: ReturnType<typeof scratchEnv>;
let maintenance: Client;

const databaseName = (what: string) => `${what}_${randomUUID().replaceAll('-', '')}`;
const healthy = databaseName('healthy');

beforeAll(async () => {
  env = scratchEnv(await createScratchDatabase(inject('maintenanceUrl'), healthy));
  const services = servicesOf(env);
  for (const email of ['one@example.com', 'two@example.com']) {
    const account = await openAccount(services, email, 100_00);
    await setAccountDiscount(services.db, account.id, { tierName: 'silver' });
    await issueKey(services, account.id);
    if (account.id === 1) await fillPool(services, 20);
    await buy(services, account, 'fr', 3);
    await buy(services, account, 'es', 2);
    await (account.id === 1 ? enterPromoCode(services, account.id) : winPrize(services, account.id));
    const { purchase } = await buy(services, account, 'eu', 1, { totalCents: cents(125), keep: [] });
    if (account.id === 1) await renewAll(services, account, purchase.proxies);
  }
  await services.db.transaction(async (tx) => {
    const account = await lock(tx, 2 as AccountId);
    const credit = { number: 'R000002-00001', amountCents: cents(100), reason: 'Half a day without a connection' };
    if (account) await creditInvoice(tx, account, credit);
  });
  await topUp(services, 2);
  await services.db.close();
  maintenance = new Client({ connectionString: inject('maintenanceUrl') });
  await maintenance.connect();
});

afterAll(async () => {
  await maintenance?.end();
});

async function openAccount(services: Services, email: string, balance: number): Promise<accounts.StoredAccount> {
  const account = await accounts.createAccount(services, { email, password: randomUUID(), resellerMode: true });
  if (!account) throw new Error(`${email} has an account already`);
  await adjustBalance(services.db, account.id, cents(balance), 'test');
  return account;
}

async function fillPool(services: Services, perCountry: number): Promise<void> {
  for (const [index, country] of countries.entries()) {
    const ips = Array.from({ length: perCountry }, (_, i) => `10.${index}.${i >> 8}.${i & 255}`);
    await addAddresses(services.db, country, ips);
  }
}

async function enterPromoCode(services: Services, accountId: AccountId): Promise<void> {
  const code = { code: 'HALF', discountBp: 5_000, startsAt: new Date(0), endsAt: null, totalUses: 2 };
  await promotions.addCode(services.db, code);
  await promotions.enterCode(services, accountId, 'HALF');
}

async function winPrize(services: Services, accountId: AccountId): Promise<void> {
  await services.db.transaction((tx) => promotions.setWheelPrizes(tx, [{ discountBp: 5_000, weight: 1 }]));
  await clearOfMidnight();
  await promotions.spin(services, accountId, new Date().toISOString().slice(0, 10));
}

/** @param shown has it bought on the site, over the API otherwise. */
function buy(services: Services, account: accounts.StoredAccount, country: Country, qty: number, shown?: orders.ShownPrice) {
  const principal = {
    accountId: account.id,
    email: account.email,
    role: account.role,
    resellerMode: true,
    via: shown ? ('session' as const) : ('api_key' as const),
  };
  const channel = shown ? ('site' as const) : ('api' as const);
  const request = { channel, idempotencyKey: randomUUID(), country, qty, salePriceCents: cents(100), shown: shown ?? null };
  return orders.buy(services, principal, request);
}

async function renewAll(services: Services, account: accounts.StoredAccount, bought: readonly { proxy_id: string }[]) {
  const ids = bought.map((proxy) => proxy.proxy_id);
  const batch = { key: randomUUID(), part: 0, all: true, automatic: false, ...(await renewals.plan(services, account.id, ids)) };
  await renewals.renew(services, { accountId: account.id, email: account.email }, batch);
}

/** Tops an account up by 20 euros, in the sandbox. */
async function topUp({ env, ...services }: Services, id: number): Promise<void> {
  const playing = { ...services, env: { ...env, PAYMENTS: 'sandbox' as const } };
  const account = await accounts.findById(services.db, id as AccountId);
  if (!account) throw new Error(`there is no account ${id}`);
  const { email, role, resellerMode } = account;
  const principal = { accountId: account.id, email, role, resellerMode, via: 'session' as const };
  const request = { key: randomUUID(), amountCents: cents(20_00), language: 'en' as const };
  const { paymentId } = await payments.beginTopUp(playing, principal, request);
  await services.db.prisma.sandboxCheckout.updateMany({ data: { outcome: 'paid' } });
  await payments.settle(playing, paymentId);
}

/** Runs `work` on a copy of the healthy database of its own. */
async function onCopy<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = databaseName('copy');
  await maintenance.query(`CREATE DATABASE ${name} TEMPLATE ${healthy}`);
  try {
    return await work(env.DATABASE_URL.replace(healthy, name));
  } finally {
    await maintenance.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

/** Does `sql` with foreign keys and triggers off. */
async function corrupt(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica; ${sql}`);
  } finally {
    await client.end();
  }
}

describe('a healthy database', () => {
  it('passes, and the answer says what was checked', async () => {
    const { code, answer } = await operatorOf(env).json('verify');
    expect({ code, answer }).toEqual({
      code: 0,
      answer: {
        ok: true,
        violations: [],
        checked: {
          accounts: 2,
          ledger_entries: 11,
          payments: 1,
          payments_held: 0,
          orders: 6,
          orders_processing: 0,
          orders_failed: 0,
          orders_not_listed_yet: 0,
          invoices: 8,
          proxies: 12,
          renewals: 1,
          resale_entries: 12,
          supplier_orders: 0,
          addresses: 60,
          api_keys: 2,
          passwords_opened: 12,
          rules: Object.keys(corruptions).length,
        },
      },
    });
  });

  it('passes without the secrets, whose passwords are then not opened', async () => {
    const { code, stdout } = await operatorOf({ DATABASE_URL: env.DATABASE_URL }).run('verify');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^orders +6$[\s\S]*All is well\.\n$/m);
    expect(stdout).not.toContain('passwords opened');
  });

  it('passes at any moment while eight buyers buy all that there is', async () => {
    await onCopy(async (url) => {
      const services = servicesOf(env, url);
      await fillPool(services, 260);
      let buying = true;
      let looks = 0;
      const buyers = Array.from({ length: 8 }, async (_, buyer) => {
        const account = await openAccount(services, `buyer${buyer}@example.com`, 1_000_00);
        for (let bought = 0; bought < 40 || looks < 3; bought += 1) {
          const country = countries[bought % countries.length] ?? 'fr';
          // The cap, an empty pool: a refusal is as good a moment to look as a purchase.
          await buy(services, account, country, 1 + (bought % 7)).catch(() => {});
        }
      });
      const done = Promise.all(buyers).then(() => {
        buying = false;
      });
      while (buying) {
        expect(await verify(services.db, { secrets: services.secrets })).toMatchObject({ ok: true, violations: [] });
        looks += 1;
      }
      await done;
      const last = await verify(services.db, { secrets: services.secrets });
      expect(last).toMatchObject({ ok: true, violations: [] });
      expect(last.checked.proxies).toBeGreaterThan(700);
      expect(looks).toBeGreaterThan(2);
      await services.db.close();
    });
  });
});

describe('a database that is not right', () => {
  it('has a case here for every rule', async () => {
    const rules = (await allInvariants()).map(({ rule }) => rule);
    expect(new Set([...rules, 'password_opens'])).toEqual(new Set(Object.keys(corruptions)));
  });

  const cases = Object.entries(corruptions).flatMap(([rule, ways]) => ways.map((sql) => [rule, sql] as const));

  it.each(cases)('is found to break %s: %s', async (rule, sql) => {
    await onCopy(async (url) => {
      await corrupt(url, sql);
      const services = servicesOf(env, url);
      const { ok, violations } = await verify(services.db, { secrets: services.secrets });
      await services.db.close();
      expect(ok).toBe(false);
      expect(violations.map((violation) => violation.rule)).toContain(rule);
      for (const { detail } of violations) expect(detail).not.toBe('');
    });
  });

  it('makes the command end with 1 and name each violation', async () => {
    await onCopy(async (url) => {
      await corrupt(url, 'UPDATE billing_accounts SET balance_cents = balance_cents + 1; DELETE FROM seller');
      const operator = operatorOf({ ...env, DATABASE_URL: url });
      const { code, answer } = await operator.json<{ ok: boolean; violations: { rule: string }[] }>('verify');
      expect({ code, ok: answer.ok }).toEqual({ code: 1, ok: false });
      const counts = Map.groupBy(answer.violations, ({ rule }) => rule);
      expect([...counts].map(([rule, found]) => [rule, found.length])).toEqual([
        ['seller_is_set', 1],
        ['balance_is_sum_of_ledger', 2],
        ['balance_is_last_entry', 2],
      ]);
      const { stdout } = await operator.run('verify');
      expect(stdout).toContain('NOT WELL: 3 rules are broken.');
      expect(stdout).toMatch(/^balance_is_sum_of_ledger +account 1: balance 8/m);
    });
  });

  it('shows the first violations of a rule and how many more there are', async () => {
    await onCopy(async (url) => {
      await corrupt(url, `DELETE FROM addresses WHERE free_at > now(); UPDATE addresses SET free_at = now() + interval '1 day'`);
      const services = servicesOf(env, url);
      const { violations } = await verify(services.db);
      await services.db.close();
      const lost = violations.filter(({ rule }) => rule === 'address_not_lost');
      expect(lost).toHaveLength(21);
      expect(lost.at(-1)?.detail).toBe('… and 28 more');
    });
  });
});
