/** The suppliers, what is bought of them, and how they were last seen. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Database, type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { Cents } from '#server/kernel/money.ts';

/** By which a supplier is called. The key is sealed. */
export interface SupplierAccess {
  id: number;
  name: string;
  base_url: string;
  api_key_ciphertext: Buffer;
  check_url: string;
}

/** A supplier to be written. */
export interface NewSupplier {
  name: string;
  baseUrl: string;
  apiKeyCiphertext: Buffer;
  apiKeyKeyId: string;
  checkUrl: string;
  entryInside: boolean;
}

const insertStatement = statement<{ id: number }, [string, string, Buffer, string, string, boolean]>(
  'suppliers.insert',
  `INSERT INTO suppliers (name, base_url, api_key_ciphertext, api_key_key_id, check_url, entry_inside) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (name) DO NOTHING RETURNING id`,
);

/** Writes a supplier. @returns its id, null where the name is taken. */
export async function insert(tx: Transaction, supplier: NewSupplier): Promise<number | null> {
  const { name, baseUrl, apiKeyCiphertext, apiKeyKeyId, checkUrl, entryInside } = supplier;
  return (await tx.run(insertStatement, name, baseUrl, apiKeyCiphertext, apiKeyKeyId, checkUrl, entryInside))[0]?.id ?? null;
}

const setKeyStatement = statement<object, [number, Buffer, string]>(
  'suppliers.set_key',
  'UPDATE suppliers SET api_key_ciphertext = $2, api_key_key_id = $3 WHERE id = $1',
);

/** Puts another sealed key in the place of a supplier's. */
export async function setKey(db: Queryable, id: number, ciphertext: Buffer, keyId: string): Promise<void> {
  await db.run(setKeyStatement, id, ciphertext, keyId);
}

/** What is bought of a supplier in a country. */
export interface Terms {
  country: Country;
  preference: number;
  markupFloorBp: number;
  capPerDay: number;
}

const setTermsStatement = statement<object, [number, Country, number, number, number]>(
  'suppliers.set_terms',
  `INSERT INTO supplier_countries (supplier_id, country, preference, markup_floor_bp, cap_per_day) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (supplier_id, country) DO UPDATE
   SET preference = excluded.preference, markup_floor_bp = excluded.markup_floor_bp, cap_per_day = excluded.cap_per_day`,
);

/** Sets what is bought of a supplier in a country. */
export async function setTerms(tx: Transaction, supplierId: number, terms: Terms): Promise<void> {
  await tx.run(setTermsStatement, supplierId, terms.country, terms.preference, terms.markupFloorBp, terms.capPerDay);
}

const setPausedStatement = statement<object, [number, boolean]>(
  'suppliers.set_paused',
  'UPDATE suppliers SET paused_at = CASE WHEN $2 THEN coalesce(paused_at, now()) END WHERE id = $1',
);

/** Stops buying there, or goes on. */
export async function setPaused(tx: Transaction, supplierId: number, paused: boolean): Promise<void> {
  await tx.run(setPausedStatement, supplierId, paused);
}

/** All of them by name, with what is bought of each. */
export function all(db: Database) {
  return db.prisma.supplier.findMany({
    orderBy: { name: 'asc' },
    omit: { apiKeyCiphertext: true, apiKeyKeyId: true },
    include: { countries: { orderBy: { country: 'asc' } } },
  });
}

/** What may be bought of a supplier in a country now. */
export interface OfferRow {
  supplier_id: number;
  country: Country;
  preference: number;
  unit_cost_cents: Cents;
  markup_floor_bp: number;
  available: number;
}

/** Proxies that were asked of a supplier within the last day; what it never debited does not count. */
const BOUGHT = `SELECT coalesce(sum(qty), 0)::int AS bought FROM supplier_orders
     WHERE supplier_id = terms.supplier_id AND country = terms.country AND status <> 'refused'
       AND created_at > clock_timestamp() - interval '1 day'`;

export const offersStatement = statement<OfferRow, [number, number]>(
  'suppliers.offers',
  `SELECT supplier_id, country, preference, unit_cost_cents, markup_floor_bp,
          least(available, cap_per_day - bought, balance_cents / unit_cost_cents)::int AS available
   FROM supplier_countries terms JOIN suppliers ON suppliers.id = supplier_id CROSS JOIN LATERAL (${BOUGHT}) recent
   WHERE paused_at IS NULL AND coalesce(off_until, '-infinity') < clock_timestamp() AND failures < $1 AND seen_at > clock_timestamp() - make_interval(secs => $2)
     AND least(available, cap_per_day - bought, balance_cents / unit_cost_cents) > 0`,
);

/** What may be bought now of suppliers with fewer failures in a row that were seen within so many seconds. */
export function offers(db: Queryable, failures: number, seconds: number): Promise<OfferRow[]> {
  return db.run(offersStatement, failures, seconds);
}

const lockStatement = statement<object, [number]>(
  'suppliers.lock',
  // Not against what only refers to it.
  'SELECT FROM suppliers WHERE id = $1 FOR NO KEY UPDATE',
);

const takeStatement = statement<{ left: number }, [number, Country, number]>(
  'suppliers.take',
  `WITH terms AS (
     UPDATE supplier_countries SET available = available - $3
     WHERE supplier_id = $1 AND country = $2 AND available >= $3
     RETURNING supplier_id, country, cap_per_day, unit_cost_cents
   )
   UPDATE suppliers SET balance_cents = balance_cents - $3 * unit_cost_cents
   FROM terms WHERE id = supplier_id AND balance_cents >= $3 * unit_cost_cents
   RETURNING cap_per_day - (${BOUGHT}) - $3 AS left`,
);

/**
 * Takes stock that was offered, and what it costs off the balance there, under the lock on the supplier's row: whoever changes anything of a
 * supplier locks that first, and of several suppliers the one with the smaller number.
 * @returns false where others have taken it since, the balance does not pay for it, or the cap of the day is reached: roll back.
 */
export async function take(tx: Transaction, supplierId: number, country: Country, qty: number): Promise<boolean> {
  // On its own, so that what is then summed up is seen after the wait for other buyers.
  await tx.run(lockStatement, supplierId);
  const [row] = await tx.run(takeStatement, supplierId, country, qty);
  return row !== undefined && row.left >= 0;
}

const claimDueStatement = statement<SupplierAccess, [number]>(
  'suppliers.claim_due',
  `UPDATE suppliers SET asked_at = now()
   WHERE id IN (SELECT id FROM suppliers
                WHERE paused_at IS NULL AND (asked_at IS NULL OR asked_at < now() - make_interval(secs => $1))
                ORDER BY id FOR NO KEY UPDATE)
   RETURNING id, name, base_url, api_key_ciphertext, check_url`,
);

/** Those that nobody looked at for so many seconds, to be looked at now by the caller alone. */
export function claimDue(db: Queryable, seconds: number): Promise<SupplierAccess[]> {
  return db.run(claimDueStatement, seconds);
}

/**
 * What adds one to the calls of this hour. It reads from what writes the supplier's own row, so that everybody locks first that row and then
 * the count.
 */
const counting = (outcome: 'worked' | 'failed', from: string) =>
  `INSERT INTO supplier_calls AS calls (supplier_id, hour, ${outcome})
   SELECT id, date_trunc('hour', clock_timestamp(), 'UTC'), 1 ${from}
   ON CONFLICT (supplier_id, hour) DO UPDATE SET ${outcome} = calls.${outcome} + 1`;

const sawStatement = statement<object, [number, Cents, readonly Country[], readonly number[], readonly Cents[], number]>(
  'suppliers.saw',
  `WITH seen AS (
     UPDATE suppliers SET seen_at = now(), problem = NULL,
       balance_cents = $2 - (
         SELECT coalesce(sum(qty * unit_cost_cents), 0) FROM supplier_orders JOIN supplier_countries USING (supplier_id, country)
         WHERE supplier_id = $1 AND status = 'asked'),
       failures = CASE WHEN failed_at > now() - make_interval(secs => $6) THEN failures ELSE 0 END
     WHERE id = $1 RETURNING id
   ), counted AS (${counting('worked', 'FROM seen')})
   UPDATE supplier_countries terms
   SET unit_cost_cents = stock.unit_cents,
       available = greatest(0, coalesce(stock.available, 0) - (
         SELECT coalesce(sum(qty), 0)::int FROM supplier_orders
         WHERE supplier_id = $1 AND country = terms.country AND status = 'asked'))
   FROM supplier_countries was
   LEFT JOIN unnest($3::"Country"[], $4::int[], $5::int[]) AS stock (country, available, unit_cents) USING (country)
   WHERE terms.supplier_id = $1 AND was.supplier_id = $1 AND was.country = terms.country`,
);

/**
 * Writes down what a supplier had. Purchases that failed within the last `secondsDown` keep it down: that it tells its stock does not mean
 * that it sells. What is just being bought of it is promised: it counts neither as stock nor as balance.
 */
export async function saw(
  tx: Transaction,
  supplierId: number,
  seen: { balanceCents: Cents; stock: readonly { country: Country; available: number; unitCents: Cents }[] },
  secondsDown: number,
): Promise<void> {
  const { balanceCents, stock } = seen;
  // On its own, so that what is just being bought is seen after the wait for its buyers.
  await tx.run(lockStatement, supplierId);
  await tx.run(
    sawStatement,
    supplierId,
    balanceCents,
    stock.map(({ country }) => country),
    stock.map(({ available }) => available),
    stock.map(({ unitCents }) => unitCents),
    secondsDown,
  );
}

const failedStatement = statement<object, [number, string]>(
  'suppliers.failed',
  `WITH failing AS (
     UPDATE suppliers SET failures = failures + 1, failed_at = now(), problem = $2 WHERE id = $1 RETURNING id
   )
   ${counting('failed', 'FROM failing')}`,
);
const workedStatement = statement<object, [number]>(
  'suppliers.worked',
  `WITH healed AS (
     UPDATE suppliers SET failures = 0, failed_at = NULL, problem = NULL WHERE id = $1 AND failures > 0 RETURNING id
   )
   ${counting('worked', 'FROM (SELECT $1::int AS id, count(*) FROM healed) AS called')}`,
);

/** Counts a look or a purchase that failed. @param problem in one word. */
export async function failed(db: Queryable, supplierId: number, problem: string): Promise<void> {
  await db.run(failedStatement, supplierId, problem);
}

/** Counts a purchase that worked, and forgets the failures before it. */
export async function worked(db: Queryable, supplierId: number): Promise<void> {
  await db.run(workedStatement, supplierId);
}

const soldOutStatement = statement<object, [number, Country, number]>(
  'suppliers.sold_out',
  `WITH off AS (
     UPDATE suppliers SET off_until = CASE WHEN $3 > 0 THEN clock_timestamp() + make_interval(secs => $3) ELSE off_until END
     WHERE id = $1 RETURNING id
   )
   UPDATE supplier_countries SET available = 0 FROM off WHERE supplier_id = id AND country = $2`,
);

/** Takes a supplier's stock of a country off sale until it is seen again, and all of the supplier for so many seconds more. */
export async function soldOut(db: Queryable, supplierId: number, country: Country, seconds: number): Promise<void> {
  await db.run(soldOutStatement, supplierId, country, seconds);
}
