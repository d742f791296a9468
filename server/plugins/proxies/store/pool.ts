/** The site's own address pool: stock, leases, and the addresses themselves. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, statement } from '#server/kernel/database.ts';

export const availableStatement = statement<{ country: Country; available: number }, []>(
  'proxies.available',
  'SELECT country, sum(delta)::int AS available FROM stock_moves WHERE at <= now() GROUP BY country',
);

/** Free addresses of each country that ever had any. */
export function available(db: Queryable): Promise<{ country: Country; available: number }[]> {
  return db.run(availableStatement);
}

/** What ends a lease at `$4`: the address rests, for as long as the desk says at that moment, before it is free again. */
const LEASED = `free_at = $4::timestamptz + rest.days * interval '24 hours', rest_days = rest.days
   FROM (SELECT rest_days AS days FROM stock_settings) AS rest`;

/**
 * Leases free addresses that no other buyer is leasing just now. The scan starts at a random place among the free ones: buyers
 * that all began at one end would wade through each other's locked and dead entries.
 */
export const leaseStatement = statement<{ id: number }, [Country, number, Date, Date]>(
  'proxies.lease',
  `WITH oldest AS (
     SELECT free_at FROM addresses WHERE country = $1 AND free_at <= $3 ORDER BY free_at LIMIT 1
   ), start AS MATERIALIZED (
     SELECT free_at + ($3 - free_at) * random() AS at FROM oldest
   ), later AS MATERIALIZED (
     SELECT id FROM addresses WHERE country = $1 AND free_at <= $3 AND free_at >= (SELECT at FROM start)
     ORDER BY free_at LIMIT $2 FOR UPDATE SKIP LOCKED
   ), earlier AS MATERIALIZED (
     SELECT id FROM addresses WHERE country = $1 AND free_at < (SELECT at FROM start)
     ORDER BY free_at LIMIT $2 - (SELECT count(*) FROM later) FOR UPDATE SKIP LOCKED
   )
   UPDATE addresses SET ${LEASED} WHERE id = ANY (ARRAY(SELECT id FROM later UNION ALL SELECT id FROM earlier))
   RETURNING id`,
);

/**
 * Leases free addresses, waiting for buyers who hold some: near depletion one of them may yet give back what it holds. Always in
 * the same order, so that two who wait cannot wait for each other.
 */
export const patientLeaseStatement = statement<{ id: number }, [Country, number, Date, Date]>(
  'proxies.lease_patiently',
  `WITH free AS MATERIALIZED (
     SELECT id FROM addresses WHERE country = $1 AND free_at <= $3 ORDER BY free_at, id LIMIT $2 FOR UPDATE
   )
   UPDATE addresses SET ${LEASED} WHERE id IN (SELECT id FROM free) RETURNING id`,
);

const addStatement = statement<{ ip: string }, [Country, readonly string[]]>(
  'proxies.add_addresses',
  // Scattered over the past so that buyers, who start at a random place, do not meet. In one order, so that two who add the same
  // addresses do not wait for each other.
  `INSERT INTO addresses (country, ip, free_at)
   SELECT $1, ip, now() - random() * interval '30 days' FROM unnest($2::inet[]) AS ip ORDER BY ip
   ON CONFLICT (ip) DO NOTHING RETURNING host(ip) AS ip`,
);

/** Adds exit addresses to the pool. @returns those that were not in it yet. */
export async function addAddresses(db: Queryable, country: Country, ips: readonly string[]): Promise<string[]> {
  return (await db.run(addStatement, country, ips)).map((row) => row.ip);
}

/** An address that is in the pool. */
export interface KnownAddress {
  ip: string;
  country: Country;
  retired: boolean;
}

const findStatement = statement<KnownAddress, [readonly string[]]>(
  'proxies.find_addresses',
  'SELECT host(ip) AS ip, country, retired_at IS NOT NULL AS retired FROM addresses WHERE ip = ANY ($1::inet[]) ORDER BY ip',
);

/** Those of the addresses that are in the pool. */
export function findAddresses(db: Queryable, ips: readonly string[]): Promise<KnownAddress[]> {
  return db.run(findStatement, ips);
}
