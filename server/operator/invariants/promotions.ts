/** Invariants of promotions: what an order used up was used once, counted, and stands on the order. */
import type { Invariant } from './invariant.ts';

export const promotionInvariants: readonly Invariant[] = [
  {
    rule: 'promo_code_counted',
    says: 'A promo code counts as many uses as there are, and no more than it has.',
    sql: `SELECT format('promo code %s: counts %s uses of %s, has %s', code.code, used, total_uses, coalesce(uses, 0)) AS detail
          FROM promo_codes code LEFT JOIN (SELECT code, count(*) AS uses FROM promo_uses GROUP BY 1) made ON made.code = code.code
          WHERE used <> coalesce(uses, 0) OR used > total_uses`,
  },
  {
    rule: 'voucher_used_once',
    says: 'An account uses a promo code once, and an order uses up one code or one prize.',
    sql: `SELECT format('promo code %s: account %s used it %s times', code, account_id, count(*)) AS detail
          FROM promo_uses GROUP BY code, account_id HAVING count(*) > 1
          UNION ALL
          SELECT format('order %s used up %s vouchers', order_id, count(*))
          FROM (SELECT order_id FROM promo_uses UNION ALL SELECT order_id FROM wheel_spins WHERE order_id IS NOT NULL) AS used
          GROUP BY order_id HAVING count(*) > 1`,
  },
  {
    rule: 'voucher_stands_on_order',
    says: 'What was used up stands on an order of the same account on the site, and the other way round.',
    sql: `WITH used AS (
            SELECT 'promo_code' AS kind, code AS reference, account_id, order_id FROM promo_uses
            UNION ALL SELECT 'wheel', day::text, account_id, order_id FROM wheel_spins WHERE order_id IS NOT NULL
          )
          SELECT format('%s %s of account %s: order %s', kind, reference, used.account_id, order_id) AS detail
          FROM used LEFT JOIN orders ON orders.id = order_id
          WHERE (orders.account_id, channel::text, discount_kind, discount_reference)
                  IS DISTINCT FROM (used.account_id, 'site', kind, reference)
          UNION ALL
          SELECT format('order %s of account %s: %s %s was not used up by it', id, orders.account_id, discount_kind, discount_reference)
          FROM orders LEFT JOIN used ON order_id = id AND kind = discount_kind AND reference = discount_reference
          WHERE discount_reference IS NOT NULL AND order_id IS NULL`,
  },
  {
    rule: 'wheel_spun_once_a_day',
    says: 'An account has one spin on a day (UTC), made on that day, and its prize was used before it expired.',
    sql: `SELECT format('account %s: %s spins on %s', account_id, count(*), day) AS detail
          FROM wheel_spins GROUP BY account_id, day HAVING count(*) > 1
          UNION ALL
          SELECT format('account %s: the spin of %s was made at %s', account_id, day, spun_at)
          FROM wheel_spins WHERE day <> (spun_at AT TIME ZONE 'UTC')::date
          UNION ALL
          SELECT format('account %s: the prize of %s expired at %s, order %s is of %s', spin.account_id, day, expires_at, orders.id, created_at)
          FROM wheel_spins spin JOIN orders ON orders.id = order_id WHERE created_at NOT BETWEEN spun_at AND expires_at`,
  },
];
