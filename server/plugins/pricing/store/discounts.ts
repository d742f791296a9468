/** What accounts are entitled to: reseller tiers and review discounts. */
import { type Database, type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';

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
