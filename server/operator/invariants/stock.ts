/** Invariants of exits, their leases, the count of stock, and what went through them. */
import type { Invariant } from './invariant.ts';

export const stockInvariants: readonly Invariant[] = [
  {
    rule: 'address_leased_once',
    says: 'No address is leased to two proxies at the same time.',
    sql: `SELECT format('address %s: proxy %s begins at %s while another lasts until %s', address_id, id, begin_at, busy_until) AS detail
          FROM (SELECT id, address_id, begin_at, max(expires_at) OVER (
                         PARTITION BY address_id ORDER BY begin_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                       ) AS busy_until
                FROM (SELECT *, coalesce(address_since, created_at) AS begin_at FROM proxies WHERE address_id IS NOT NULL) AS had
               ) AS lease
          WHERE begin_at < busy_until`,
  },
  {
    rule: 'leased_address_not_free',
    says: 'The address of a proxy exists, is in its country, and is not free before the proxy has expired and the address has rested.',
    sql: `SELECT format('proxy %s, %s until %s: address %s (%s) is free at %s', proxy.id, proxy.country, expires_at, address_id,
                        coalesce(address.country::text, 'none'), coalesce(free_at::text, 'none')) AS detail
          FROM proxies proxy LEFT JOIN addresses address ON address.id = address_id
          WHERE address_id IS NOT NULL
            AND (address.country IS DISTINCT FROM proxy.country OR expires_at > (SELECT now FROM facts)
                 AND free_at < expires_at + rest_days * interval '24 hours')`,
  },
  {
    rule: 'address_not_lost',
    says: 'No address but a retired one is kept from sale for longer than a proxy needs it and its rest.',
    sql: `SELECT format('address %s (%s) is free at %s, its last proxy expires at %s', address.id, host(ip), free_at,
                        coalesce(busy_until::text, 'none')) AS detail
          FROM addresses address
          LEFT JOIN (SELECT address_id, max(expires_at) AS busy_until FROM proxies GROUP BY 1) lease ON address_id = address.id
          WHERE retired_at IS NULL AND reserved_for IS NULL AND free_at > (SELECT now FROM facts)
            AND free_at > coalesce(busy_until + rest_days * interval '24 hours', '-infinity')
          UNION ALL
          SELECT format('address %s (%s), retired %s, reserved for order %s, is free at %s', id, host(ip),
                        coalesce(retired_at::text, 'never'), coalesce(reserved_for::text, 'none'), free_at)
          FROM addresses WHERE (num_nonnulls(retired_at, reserved_for) > 0) <> (free_at = 'infinity')
          UNION ALL
          SELECT format('%s settings of the rest between two leases', count(*)) FROM stock_settings HAVING count(*) <> 1`,
  },
  {
    rule: 'address_exists_once',
    says: 'An address is in the pool once.',
    sql: `SELECT format('%s is there %s times', host(ip), count(*)) AS detail FROM addresses GROUP BY ip HAVING count(*) > 1`,
  },
  {
    rule: 'stock_count_is_right',
    says: 'The counted stock is the number of free addresses, now and at every moment at which one returns.',
    sql: `WITH counted AS (
            SELECT country, greatest(at, (SELECT now FROM facts)) AS moment, sum(delta) AS free FROM stock_moves GROUP BY 1, 2
          ), real AS (
            SELECT country, greatest(free_at, (SELECT now FROM facts)) AS moment, count(*) AS free FROM addresses
            WHERE free_at < 'infinity' GROUP BY 1, 2
          )
          SELECT format('%s at %s: %s counted, %s addresses become free', country, moment, coalesce(counted.free, 0),
                        coalesce(real.free, 0)) AS detail
          FROM counted FULL JOIN real USING (country, moment)
          WHERE coalesce(counted.free, 0) <> coalesce(real.free, 0)`,
  },
  {
    rule: 'username_is_unique',
    says: 'A username designates one proxy over the whole site.',
    sql: `SELECT format('username %s belongs to %s and %s', username, min(id), max(id)) AS detail
          FROM proxies GROUP BY username HAVING count(*) > 1`,
  },
  {
    rule: 'credentials_are_whole',
    says: 'A proxy has a sealed password (nonce, text and tag) and its keyed hash, an upstream its sealed one; an API key has its hash and last characters.',
    sql: `SELECT format('proxy %s: %s bytes sealed under key %s, hash of %s bytes', id, length(password_ciphertext),
                        password_key_id, length(password_hash)) AS detail
          FROM proxies
          WHERE length(password_ciphertext) <= 12 + 16 OR length(password_hash) <> 32 OR password_key_id = '' OR username = ''
          UNION ALL
          SELECT format('upstream %s: %s bytes sealed', id, length(password_ciphertext))
          FROM upstreams WHERE length(password_ciphertext) <= 12 + 16
          UNION ALL
          SELECT format('API key of account %s: hash of %s bytes, last characters %s', account_id, length(hash), last_four)
          FROM api_keys WHERE length(hash) <> 32 OR length(last_four) <> 4`,
  },
  {
    rule: 'proxy_has_one_exit',
    says: 'A proxy leaves from an address or through an upstream that no other proxy has, and never both.',
    sql: `SELECT format('proxy %s: address %s, upstream %s', proxy.id, coalesce(address_id::text, 'none'),
                        coalesce(upstream_id::text, 'none')) AS detail
          FROM proxies proxy LEFT JOIN upstreams ON upstreams.id = upstream_id
          WHERE num_nonnulls(address_id, upstream_id) <> 1 OR upstream_id IS NOT NULL AND upstreams.id IS NULL
          UNION ALL
          SELECT format('upstream %s belongs to %s and %s', upstream_id, min(id), max(id))
          FROM proxies WHERE upstream_id IS NOT NULL GROUP BY upstream_id HAVING count(*) > 1`,
  },
  {
    rule: 'usage_is_of_a_proxy',
    says: 'What was used on a day was used through a proxy that exists, and is never less than nothing.',
    sql: `SELECT format('usage of %s on %s: %s bytes up, %s down, %s connections', proxy_id, day, up_bytes, down_bytes,
                        connections) AS detail
          FROM proxy_usage LEFT JOIN proxies ON proxies.id = proxy_id
          WHERE proxies.id IS NULL OR least(up_bytes, down_bytes, connections) < 0`,
  },
];
