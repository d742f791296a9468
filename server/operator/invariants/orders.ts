/** Invariants of orders, their delivery and the resale book. */
import { type Invariant, LONGEST_UNDER_WAY } from './invariant.ts';

export const orderInvariants: readonly Invariant[] = [
  {
    rule: 'order_total_adds_up',
    says: 'The total of an order is its unit price times its quantity.',
    sql: `SELECT format('order %s: %s × %s is not %s (cents)', id, qty, unit_price_cents, total_cents) AS detail
          FROM orders
          WHERE total_cents <> unit_price_cents * qty OR unit_price_cents <= 0 OR qty <= 0 OR discount_cents < 0
             OR (discount_kind IS NULL) <> (discount_cents = 0)`,
  },
  {
    rule: 'order_key_used_once',
    says: 'An idempotency key has one order within its account.',
    sql: `SELECT format('account %s: orders %s and %s share a key', account_id, min(id), max(id)) AS detail
          FROM orders GROUP BY account_id, idempotency_key HAVING count(*) > 1`,
  },
  {
    rule: 'order_not_stuck',
    says: 'No order is under way for longer than 15 minutes.',
    sql: `SELECT format('order %s of account %s is processing since %s', id, account_id, created_at) AS detail
          FROM orders WHERE status = 'processing' AND created_at < (SELECT now FROM facts) - ${LONGEST_UNDER_WAY}`,
  },
  {
    rule: 'order_delivered_in_full',
    says: 'A completed order has exactly as many proxies as were ordered, at the places 1 to its quantity; others have none.',
    sql: `SELECT format('order %s is %s: %s of %s proxies, places %s to %s', orders.id, status, coalesce(delivered, 0), qty,
                        coalesce(first::text, 'none'), coalesce(last::text, 'none')) AS detail
          FROM orders
          LEFT JOIN (SELECT order_id, count(*) AS delivered, min(position) AS first, max(position) AS last, sum(position) AS places
                     FROM proxies GROUP BY 1) delivery ON order_id = orders.id
          WHERE CASE status WHEN 'completed'
                  THEN (delivered = qty AND first = 1 AND last = qty AND places = qty * (qty + 1) / 2) IS NOT TRUE
                  ELSE delivered > 0 END`,
  },
  {
    rule: 'proxy_belongs_to_order',
    says: 'A proxy has the account and the country of its order.',
    sql: `SELECT format('proxy %s of account %s, %s: order %s of account %s, %s', proxy.id, proxy.account_id, proxy.country, order_id,
                        coalesce(orders.account_id::text, 'none'), coalesce(orders.country::text, 'none')) AS detail
          FROM proxies proxy LEFT JOIN orders ON orders.id = order_id
          WHERE (orders.account_id, orders.country) IS DISTINCT FROM (proxy.account_id, proxy.country)`,
  },
  {
    rule: 'proxy_valid_for_its_time',
    says: 'A proxy begins no earlier than its order and is valid for the full time, or longer where it was renewed.',
    sql: `SELECT format('proxy %s of order %s: valid from %s to %s', proxy.id, order_id, proxy.created_at, expires_at) AS detail
          FROM proxies proxy LEFT JOIN orders ON orders.id = order_id
          WHERE expires_at < proxy.created_at + (SELECT proxy_validity FROM facts) OR proxy.created_at < orders.created_at`,
  },
  {
    rule: 'listed_order_in_resale_book',
    says: 'Every proxy of a listed order stands in the resale book of its account.',
    sql: `SELECT format('proxy %s of order %s, account %s: book of account %s', proxy.id, order_id, proxy.account_id,
                        coalesce(entry.account_id::text, 'none')) AS detail
          FROM orders JOIN proxies proxy ON order_id = orders.id LEFT JOIN resale_entries entry ON proxy_id = proxy.id
          WHERE status = 'completed' AND listed_in_resale AND entry.account_id IS DISTINCT FROM proxy.account_id`,
  },
  {
    rule: 'resale_entry_has_proxy',
    says: 'Every line of a resale book is about a proxy of the same account.',
    sql: `SELECT format('line %s of account %s: proxy of account %s', proxy_id, entry.account_id,
                        coalesce(proxy.account_id::text, 'none')) AS detail
          FROM resale_entries entry LEFT JOIN proxies proxy ON proxy.id = proxy_id
          WHERE proxy.account_id IS DISTINCT FROM entry.account_id`,
  },
  {
    rule: 'answered_order_exists',
    says: 'Every order of which the API told a program, by the log of requests, is there, and is of that account.',
    sql: `SELECT format('account %s was answered %s with order %s, which is of account %s', call.account_id, call.status, order_id,
                        coalesce(orders.account_id::text, 'none')) AS detail
          FROM api_calls call LEFT JOIN orders ON orders.id = order_id
          WHERE order_id IS NOT NULL AND orders.account_id IS DISTINCT FROM call.account_id`,
  },
];
