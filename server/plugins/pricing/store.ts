/** Every query of pricing. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Database, type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { type Cents, cents } from '#server/kernel/money.ts';
import type { PricingFacts } from './rules.ts';

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
  `SELECT DISTINCT ON (price.country) price.country, price.unit_price_cents,
          coalesce(tier.discount_bp, 0) AS tier_bp, coalesce(own.review_bp, 0) AS review_bp, own.review_until, clock_timestamp() AS now
   FROM price_tiers price
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
  `SELECT price.country, price.min_qty, price.unit_price_cents,
          coalesce(tier.discount_bp, 0) AS tier_bp, coalesce(own.review_bp, 0) AS review_bp, own.review_until, clock_timestamp() AS now
   FROM price_tiers price
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

/** A row of the price list: from `minQty` proxies on, each costs `unitPriceCents`. */
export interface PriceTier {
  country: Country;
  minQty: number;
  unitPriceCents: number;
}

/** The whole price list, by country and quantity. */
export function priceTiers(db: Database): Promise<PriceTier[]> {
  return db.prisma.priceTier.findMany({ orderBy: [{ country: 'asc' }, { minQty: 'asc' }] });
}

/** Sets the unit price from `minQty` proxies on. */
export async function setPriceTier(db: Database, country: Country, minQty: number, unitPrice: Cents): Promise<void> {
  await db.prisma.priceTier.upsert({
    where: { country_minQty: { country, minQty } },
    create: { country, minQty, unitPriceCents: unitPrice },
    update: { unitPriceCents: unitPrice },
  });
}

/** Removes a step of the price list. */
export async function removePriceTier(db: Database, country: Country, minQty: number): Promise<boolean> {
  const { count } = await db.prisma.priceTier.deleteMany({ where: { country, minQty } });
  return count > 0;
}

/** The reseller tiers and their discounts in basis points. */
export function resellerTiers(db: Database): Promise<{ name: string; discountBp: number }[]> {
  return db.prisma.resellerTier.findMany({ orderBy: { discountBp: 'asc' } });
}

/** What an account is entitled to, or null where nothing was ever granted. */
export function accountDiscount(db: Database, accountId: AccountId) {
  return db.prisma.accountDiscount.findUnique({ where: { accountId } });
}

/** Adds a reseller tier or changes its discount, which holds for the next order on. */
export async function setResellerTier(db: Database, name: string, discountBp: number): Promise<void> {
  await db.prisma.resellerTier.upsert({ where: { name }, create: { name, discountBp }, update: { discountBp } });
}

const setDiscountStatement = statement<object, [AccountId, boolean, string | null, boolean, number | null, Date | null]>(
  'pricing.set_account_discount',
  `INSERT INTO account_discounts AS own (account_id, tier_name, review_bp, review_until)
   VALUES ($1, CASE WHEN $2 THEN $3::text END, CASE WHEN $4 THEN $5::int END, CASE WHEN $4 THEN $6::timestamptz END)
   ON CONFLICT (account_id) DO UPDATE SET
     tier_name = CASE WHEN $2 THEN excluded.tier_name ELSE own.tier_name END,
     review_bp = CASE WHEN $4 THEN excluded.review_bp ELSE own.review_bp END,
     review_until = CASE WHEN $4 THEN excluded.review_until ELSE own.review_until END`,
);

/** Grants or takes back discounts, with null; members that are absent stay as they are. */
export async function setAccountDiscount(
  db: Queryable,
  accountId: AccountId,
  change: { tierName?: string | null; review?: { basisPoints: number; until: Date } | null },
): Promise<void> {
  const { tierName, review } = change;
  await db.run(
    setDiscountStatement,
    accountId,
    tierName !== undefined,
    tierName ?? null,
    review !== undefined,
    review?.basisPoints ?? null,
    review?.until ?? null,
  );
}

/** What an account is entitled to: the reseller tier, and the review discount in basis points up to a moment. */
export interface Entitlement {
  tier_name: string | null;
  review_bp: number | null;
  review_until: Date | null;
}

const entitlementStatement = statement<Entitlement, [AccountId]>(
  'pricing.entitlement',
  'SELECT tier_name, review_bp, review_until FROM account_discounts WHERE account_id = $1',
);

/** What an account is entitled to, all null where nothing was ever granted; within a transaction as well. */
export async function entitlement(db: Queryable, accountId: AccountId): Promise<Entitlement> {
  const [row] = await db.run(entitlementStatement, accountId);
  return row ?? { tier_name: null, review_bp: null, review_until: null };
}
