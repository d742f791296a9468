/** Price lists: the one in force of each country, and those that begin later. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { PriceStepRow } from '../rules.ts';

/** A row of the price list: from `minQty` proxies on, each costs `unitPriceCents`. */
interface PriceTier extends PriceStepRow {
  country: Country;
}

const ROW = 'country, min_qty AS "minQty", unit_price_cents AS "unitPriceCents"';
const IN_FORCE = `begins_at = (SELECT max(begun.begins_at) FROM price_tiers begun
                  WHERE begun.country = price.country AND begun.begins_at <= clock.now)`;
const CLOCK = '(SELECT clock_timestamp() AS now OFFSET 0) AS clock';

const tiersStatement = statement<PriceTier, []>(
  'pricing.tiers',
  `SELECT ${ROW} FROM price_tiers price CROSS JOIN ${CLOCK} WHERE ${IN_FORCE} ORDER BY country, min_qty`,
);

/** The whole price list that is in force, by country and quantity. */
export function priceTiers(db: Queryable): Promise<PriceTier[]> {
  return db.run(tiersStatement);
}

/** A step of a list that is in force or will be. */
interface ListedTier extends PriceTier {
  beginsAt: Date;
}

const listsStatement = statement<ListedTier, []>(
  'pricing.lists',
  `SELECT ${ROW}, begins_at AS "beginsAt" FROM price_tiers price CROSS JOIN ${CLOCK}
   WHERE begins_at > clock.now OR ${IN_FORCE} ORDER BY country, begins_at, min_qty`,
);

/** The lists in force and those that begin later, by country, begin and quantity. */
export function priceLists(db: Queryable): Promise<ListedTier[]> {
  return db.run(listsStatement);
}

const setStatement = statement<object, [Country, number, Cents]>(
  'pricing.set_tier',
  `INSERT INTO price_tiers (country, begins_at, min_qty, unit_price_cents)
   SELECT $1, coalesce(max(begins_at), 'epoch'), $2, $3 FROM price_tiers WHERE country = $1 AND begins_at <= clock_timestamp()
   ON CONFLICT (country, begins_at, min_qty) DO UPDATE SET unit_price_cents = excluded.unit_price_cents`,
);

/** Sets the unit price from `minQty` proxies on, in the list in force. */
export async function setTier(tx: Transaction, country: Country, minQty: number, unitPrice: Cents): Promise<void> {
  await tx.run(setStatement, country, minQty, unitPrice);
}

const removeStatement = statement<object, [Country, number]>(
  'pricing.remove_tier',
  `DELETE FROM price_tiers price USING ${CLOCK} WHERE country = $1 AND min_qty = $2 AND ${IN_FORCE} RETURNING min_qty`,
);

/** Removes a step of the list in force. */
export async function removeTier(tx: Transaction, country: Country, minQty: number): Promise<boolean> {
  return (await tx.run(removeStatement, country, minQty)).length > 0;
}

const lockStatement = statement<object, [Country]>(
  'pricing.lock_lists',
  `SELECT pg_advisory_xact_lock(hashtext('price lists of ' || $1::text))`,
);

/** Keeps other edits of a country's lists out until the transaction ends; whoever quotes does not wait. */
export async function lockLists(tx: Transaction, country: Country): Promise<void> {
  await tx.run(lockStatement, country);
}

const forgetStatement = statement<object, [Country]>(
  'pricing.forget_lists',
  'DELETE FROM price_tiers WHERE country = $1 AND begins_at <= clock_timestamp()',
);

const addStatement = statement<{ begins_at: Date }, [Country, Date | null, readonly number[], readonly number[]]>(
  'pricing.add_list',
  `WITH clock AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS now)
   INSERT INTO price_tiers (country, begins_at, min_qty, unit_price_cents)
   SELECT $1, coalesce($2, clock.now), step.* FROM clock CROSS JOIN unnest($3::int[], $4::int[]) AS step
   WHERE $2 IS NULL OR $2 > clock.now RETURNING begins_at`,
);

/**
 * Writes a list that begins at a moment, with null at once: then it takes the place of the one in force.
 * @returns when it begins, null where that moment is over.
 */
export async function addList(
  tx: Transaction,
  country: Country,
  beginsAt: Date | null,
  steps: readonly PriceStepRow[],
): Promise<Date | null> {
  if (beginsAt === null) await tx.run(forgetStatement, country);
  const rows = await tx.run(
    addStatement,
    country,
    beginsAt,
    steps.map(({ minQty }) => minQty),
    steps.map(({ unitPriceCents }) => unitPriceCents),
  );
  return rows[0]?.begins_at ?? null;
}

const cancelStatement = statement<object, [Country, Date]>(
  'pricing.cancel_list',
  'DELETE FROM price_tiers WHERE country = $1 AND begins_at = $2 AND begins_at > clock_timestamp() RETURNING min_qty',
);

/** Removes a list that has not begun. @returns false where there is none. */
export async function cancelList(tx: Transaction, country: Country, beginsAt: Date): Promise<boolean> {
  return (await tx.run(cancelStatement, country, beginsAt)).length > 0;
}
