/** The operator's queries: which promo codes there are. */
import { type Database, type Queryable, statement } from '#server/kernel/database.ts';

/** A code as the operator made it. */
export interface PromoCode {
  readonly code: string;
  readonly discountBp: number;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly totalUses: number;
  readonly used: number;
}

const addStatement = statement<{ code: string }, [string, number, Date, Date | null, number]>(
  'promotions.add_code',
  `INSERT INTO promo_codes (code, discount_bp, starts_at, ends_at, total_uses) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (code) DO NOTHING RETURNING code`,
);

/** Adds a code. @returns false where one of that name is there. */
export async function addCode(db: Queryable, code: Omit<PromoCode, 'used'>): Promise<boolean> {
  return (await db.run(addStatement, code.code, code.discountBp, code.startsAt, code.endsAt, code.totalUses)).length === 1;
}

/** All codes, the newest first. */
export function codes(db: Database): Promise<PromoCode[]> {
  return db.prisma.promoCode.findMany({ orderBy: [{ createdAt: 'desc' }, { code: 'asc' }], omit: { createdAt: true } });
}

const endStatement = statement<{ ended_at: Date; ends_at: Date | null }, [string]>(
  'promotions.end_code',
  `UPDATE promo_codes SET ends_at = least(promo_codes.ends_at, now())
   FROM (SELECT code, ends_at FROM promo_codes WHERE code = $1 FOR UPDATE) AS before
   WHERE promo_codes.code = before.code RETURNING promo_codes.ends_at AS ended_at, before.ends_at`,
);

/**
 * Ends a code now; one that has ended stays as it is.
 * @returns its end now, and the one that it had; null where there is none of that name.
 */
export async function endCode(db: Queryable, code: string): Promise<{ endsAt: Date; before: Date | null } | null> {
  const [row] = await db.run(endStatement, code);
  return row ? { endsAt: row.ended_at, before: row.ends_at } : null;
}
