/** What quotes are made of: the price list in force, and what the account is entitled to. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { cents } from '#server/kernel/money.ts';
import type { PricingFacts } from '../rules.ts';

/** The list of each country that is in force, by one look at the clock for all of them. */
const IN_FORCE = `WITH clock AS MATERIALIZED (
     SELECT clock_timestamp() AS now
   ), in_force AS (
     SELECT country, now, max(begins_at) AS begins_at FROM price_tiers JOIN clock ON begins_at <= now GROUP BY country, now
   )`;

interface FactsRow {
  country: Country;
  unit_price_cents: number;
  tier_bp: number;
  review_bp: number;
  review_until: Date | null;
  now: Date;
}

export const factsStatement = statement<FactsRow, [AccountId, number]>(
  'pricing.facts',
  `${IN_FORCE}
   SELECT DISTINCT ON (price.country) price.country, price.unit_price_cents,
          coalesce(tier.discount_bp, 0) AS tier_bp, coalesce(own.review_bp, 0) AS review_bp, own.review_until, in_force.now
   FROM in_force JOIN price_tiers price ON price.country = in_force.country AND price.begins_at = in_force.begins_at
   LEFT JOIN account_discounts own ON own.account_id = $1
   LEFT JOIN reseller_tiers tier ON tier.name = own.tier_name
   WHERE price.min_qty <= $2
   ORDER BY price.country, price.min_qty DESC`,
);

/** The pricing facts of every country on sale, for `qty` proxies bought by this account. */
export async function facts(db: Queryable, accountId: AccountId, qty: number): Promise<PricingFacts[]> {
  const rows = await db.run(factsStatement, accountId, qty);
  return rows.map(factsOfRow);
}

function factsOfRow(row: FactsRow): PricingFacts {
  return {
    country: row.country,
    listUnitCents: cents(row.unit_price_cents),
    tierBp: row.tier_bp,
    reviewBp: row.review_bp,
    reviewUntil: row.review_until,
    at: row.now,
  };
}

const stepsStatement = statement<FactsRow & { min_qty: number }, [AccountId, number]>(
  'pricing.steps',
  `${IN_FORCE}
   SELECT price.country, price.min_qty, price.unit_price_cents,
          coalesce(tier.discount_bp, 0) AS tier_bp, coalesce(own.review_bp, 0) AS review_bp, own.review_until, in_force.now
   FROM in_force JOIN price_tiers price ON price.country = in_force.country AND price.begins_at = in_force.begins_at
   LEFT JOIN account_discounts own ON own.account_id = $1
   LEFT JOIN reseller_tiers tier ON tier.name = own.tier_name
   WHERE price.min_qty <= $2
   ORDER BY price.country, price.min_qty`,
);

/** The pricing facts of every step of the price list up to `maxQty`, by country and quantity. */
export async function stepFacts(
  db: Queryable,
  accountId: AccountId,
  maxQty: number,
): Promise<{ minQty: number; facts: PricingFacts }[]> {
  const rows = await db.run(stepsStatement, accountId, maxQty);
  return rows.map((row) => ({ minQty: row.min_qty, facts: factsOfRow(row) }));
}
