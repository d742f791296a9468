/** Invariants of exit addresses, their leases and the count of stock. */
import type { Invariant } from './invariant.ts';

export const stockInvariants: readonly Invariant[] = [
  {
    rule: 'address_leased_once',
    says: 'No address is leased to two proxies at the same time.',
    sql: `SELECT format('address %s: proxy %s begins at %s while another lasts until %s', address_id, id, created_at, busy_until) AS detail
          FROM (SELECT id, address_id, created_at, max(expires_at) OVER (
                         PARTITION BY address_id ORDER BY created_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                       ) AS busy_until
                FROM proxies) AS lease
          WHERE created_at < busy_until`,
  },
  {
    rule: 'leased_address_not_free',
    says: 'The address of a valid proxy exists, is in its country, and is not free before the proxy expires.',
    sql: `SELECT format('proxy %s, %s until %s: address %s (%s) is free at %s', proxy.id, proxy.country, expires_at, address_id,
                        coalesce(address.country::text, 'none'), coalesce(free_at::text, 'none')) AS detail
          FROM proxies proxy LEFT JOIN addresses address ON address.id = address_id
          WHERE address.country IS DISTINCT FROM proxy.country OR expires_at > (SELECT now FROM facts) AND free_at < expires_at`,
  },
  {
    rule: 'address_not_lost',
    says: 'No address is kept from sale for longer than a proxy needs it.',
    sql: `SELECT format('address %s (%s) is free at %s, its last proxy expires at %s', address.id, host(ip), free_at,
                        coalesce(busy_until::text, 'none')) AS detail
          FROM addresses address
          LEFT JOIN (SELECT address_id, max(expires_at) AS busy_until FROM proxies GROUP BY 1) lease ON address_id = address.id
          WHERE free_at > (SELECT now FROM facts) AND free_at > coalesce(busy_until, '-infinity')`,
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
            SELECT country, greatest(free_at, (SELECT now FROM facts)) AS moment, count(*) AS free FROM addresses GROUP BY 1, 2
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
    says: 'A proxy has a sealed password (nonce, text and tag) and its keyed hash; an API key has its hash and last characters.',
    sql: `SELECT format('proxy %s: %s bytes sealed under key %s, hash of %s bytes', id, length(password_ciphertext),
                        password_key_id, length(password_hash)) AS detail
          FROM proxies
          WHERE length(password_ciphertext) <= 12 + 16 OR length(password_hash) <> 32 OR password_key_id = '' OR username = ''
          UNION ALL
          SELECT format('API key of account %s: hash of %s bytes, last characters %s', account_id, length(hash), last_four)
          FROM api_keys WHERE length(hash) <> 32 OR length(last_four) <> 4`,
  },
];
