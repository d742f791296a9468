/** Invariants of orders that remote suppliers deliver: nothing is paid for twice, passed on twice, or forgotten. */
import { type Invariant, LONGEST_UNDER_WAY } from './invariant.ts';

export const supplierInvariants: readonly Invariant[] = [
  {
    rule: 'order_under_way_is_known',
    says: 'An order that is under way or failed is one that somebody works on or settles; any other has ended.',
    sql: `SELECT format('order %s is %s: %s', id, status,
                        CASE WHEN order_id IS NULL THEN 'no fulfilment' ELSE format('failure %s, ended %s', failure, ended_at) END) AS detail
          FROM orders LEFT JOIN fulfilments ON order_id = id
          WHERE CASE WHEN status IN ('processing', 'failed')
                  THEN order_id IS NULL OR ended_at IS NOT NULL OR status = 'failed' AND failure IS NULL
                  ELSE order_id IS NOT NULL AND ended_at IS NULL END`,
  },
  {
    rule: 'supplier_order_whole',
    says: 'A purchase from a supplier that was delivered brought as many proxies as were asked for; any other brought none.',
    sql: `SELECT format('purchase %s from supplier %s is %s: %s of %s proxies', bought.id, supplier_id, status, coalesce(brought, 0), qty) AS detail
          FROM supplier_orders bought
          LEFT JOIN (SELECT supplier_order_id, count(*) AS brought FROM upstreams GROUP BY 1) came ON supplier_order_id = bought.id
          WHERE coalesce(brought, 0) <> CASE status WHEN 'delivered' THEN qty ELSE 0 END`,
  },
  {
    rule: 'supplier_order_serves_its_order',
    says: 'What a supplier delivered for an order is passed on with that order and no other, in the country that was bought.',
    sql: `SELECT format('proxy %s of order %s, %s: upstream of order %s, %s', proxy.id, proxy.order_id, proxy.country, bought.order_id,
                        bought.country) AS detail
          FROM proxies proxy JOIN upstreams ON upstreams.id = upstream_id JOIN supplier_orders bought ON bought.id = supplier_order_id
          WHERE bought.order_id <> proxy.order_id OR bought.country <> proxy.country`,
  },
  {
    rule: 'proxy_within_its_upstream',
    says: 'A proxy is valid for no longer than the upstream that it leaves through, but for an hour by which clocks may differ.',
    sql: `SELECT format('proxy %s until %s: upstream %s until %s', proxy.id, proxy.expires_at, upstream.id, upstream.expires_at) AS detail
          FROM proxies proxy JOIN upstreams upstream ON upstream.id = upstream_id
          WHERE proxy.expires_at > upstream.expires_at + interval '1 hour'`,
  },
  {
    rule: 'ended_order_waits_for_nobody',
    says: 'No supplier is asked for an order that was delivered or refunded, nor for a failed one unless support decided to deliver it.',
    sql: `SELECT format('order %s is %s, and purchase %s from supplier %s is open', orders.id, orders.status, bought.id, supplier_id) AS detail
          FROM supplier_orders bought JOIN orders ON orders.id = bought.order_id LEFT JOIN fulfilments ON fulfilments.order_id = orders.id
          WHERE bought.status = 'asked'
            AND (orders.status IN ('completed', 'refunded') OR orders.status = 'failed' AND delivering_reason IS NULL)`,
  },
  {
    rule: 'delivery_by_support_ends',
    says: 'An order that support decided to deliver is a failed one, and comes to its end: somebody works on it, or takes it over soon.',
    sql: `SELECT format('order %s is %s, support decided to deliver it, and nobody works on it since %s', orders.id, orders.status, lease_until) AS detail
          FROM fulfilments JOIN orders ON orders.id = order_id
          WHERE delivering_reason IS NOT NULL
            AND (orders.status <> 'failed' OR lease_until < (SELECT now FROM facts) - ${LONGEST_UNDER_WAY})`,
  },
  {
    rule: 'reserved_address_is_waited_for',
    says: 'An address is kept for an order only while that is under way or failed, in its country, and is not on sale meanwhile.',
    sql: `SELECT format('address %s (%s) is kept for order %s (%s, %s) and free at %s', address.id, address.country, reserved_for,
                        orders.status, orders.country, free_at) AS detail
          FROM addresses address JOIN orders ON orders.id = reserved_for
          WHERE orders.status NOT IN ('processing', 'failed') OR orders.country <> address.country
             OR free_at <= (SELECT now FROM facts)`,
  },
];
