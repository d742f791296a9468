/** Invariants of what the site cannot sell without, and of who everything belongs to. */
import type { Invariant } from './invariant.ts';

export const settingsInvariants: readonly Invariant[] = [
  {
    rule: 'price_from_one_proxy_on',
    says: 'Every country has a price from one proxy on, and no price is zero.',
    sql: `SELECT format('%s has no price for one proxy', country) AS detail
          FROM unnest(enum_range(NULL::"Country")) AS country
          WHERE country NOT IN (SELECT country FROM price_tiers WHERE min_qty = 1 AND begins_at <= (SELECT now FROM facts))
          UNION ALL
          SELECT format('the prices of %s from %s on have none for one proxy', country, begins_at)
          FROM price_tiers GROUP BY country, begins_at HAVING min(min_qty) > 1
          UNION ALL
          SELECT format('%s from %s proxies on: %s cents', country, min_qty, unit_price_cents)
          FROM price_tiers WHERE unit_price_cents <= 0`,
  },
  {
    rule: 'seller_is_set',
    says: 'There is exactly one seller to put on invoices.',
    sql: `SELECT format('%s sellers', count(*)) AS detail FROM seller HAVING count(*) <> 1`,
  },
  {
    rule: 'owner_exists',
    says: 'Everything that belongs to an account belongs to one that exists.',
    sql: `SELECT format('%s: account %s does not exist', owned.what, owned.account_id) AS detail
          FROM (SELECT 'orders' AS what, account_id FROM orders GROUP BY 2
                UNION ALL SELECT 'balance', account_id FROM billing_accounts
                UNION ALL SELECT 'ledger', account_id FROM ledger_entries GROUP BY 2
                UNION ALL SELECT 'payments', account_id FROM payments GROUP BY 2
                UNION ALL SELECT 'invoices', account_id FROM invoices GROUP BY 2
                UNION ALL SELECT 'proxies', account_id FROM proxies GROUP BY 2
                UNION ALL SELECT 'API key', account_id FROM api_keys
                UNION ALL SELECT 'buyer links', account_id FROM buyer_links GROUP BY 2
                UNION ALL SELECT 'cap', account_id FROM order_caps
                UNION ALL SELECT 'discounts', account_id FROM account_discounts
                UNION ALL SELECT 'promo codes', account_id FROM promo_uses GROUP BY 2
                UNION ALL SELECT 'spins', account_id FROM wheel_spins GROUP BY 2) AS owned
          LEFT JOIN accounts ON accounts.id = owned.account_id WHERE accounts.id IS NULL`,
  },
  {
    rule: 'email_is_unique',
    says: 'An e-mail address, in lower case, has one account.',
    sql: `SELECT format('%s: accounts %s', lower(email), string_agg(id::text, ', ' ORDER BY id)) AS detail
          FROM accounts GROUP BY lower(email) HAVING count(*) > 1 OR bool_or(email <> lower(email))`,
  },
  {
    rule: 'deleted_account_is_empty',
    says: 'Nothing opens a deleted account, and nothing but its invoices says whose it was.',
    sql: `SELECT format('account %s was deleted and has %s', accounts.id, kept.what) AS detail
          FROM (SELECT 'an API key' AS what, account_id FROM api_keys
                UNION ALL SELECT 'a session', account_id FROM sessions GROUP BY 2
                UNION ALL SELECT 'a mailed link', account_id FROM mailed_links GROUP BY 2
                UNION ALL SELECT 'a second factor', account_id FROM two_factors
                UNION ALL SELECT 'billing details', account_id FROM billing_accounts
                          WHERE num_nonnulls(legal_name, address_lines, country_code, vat_id) > 0) AS kept
          JOIN accounts ON accounts.id = kept.account_id WHERE accounts.deleted_at IS NOT NULL`,
  },
  {
    rule: 'tier_exists',
    says: 'A reseller tier that was granted exists.',
    sql: `SELECT format('account %s has the tier %s, which does not exist', account_id, tier_name) AS detail
          FROM account_discounts WHERE tier_name IS NOT NULL AND tier_name NOT IN (SELECT name FROM reseller_tiers)`,
  },
];
