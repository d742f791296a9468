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

/** Adds a code. @returns false where one of that name is there. */
export async function addCode(db: Database, code: Omit<PromoCode, 'used'>): Promise<boolean> {
  const { count } = await db.prisma.promoCode.createMany({ data: [code], skipDuplicates: true });
  return count === 1;
}

/** All codes, the newest first. */
export function codes(db: Database): Promise<PromoCode[]> {
  return db.prisma.promoCode.findMany({ orderBy: [{ createdAt: 'desc' }, { code: 'asc' }], omit: { createdAt: true } });
}

const endStatement = statement<{ code: string }, [string]>(
  'promotions.end_code',
  'UPDATE promo_codes SET ends_at = least(ends_at, now()) WHERE code = $1 RETURNING code',
);

/** Ends a code now; one that has ended stays as it is. @returns false where there is none of that name. */
export async function endCode(db: Queryable, code: string): Promise<boolean> {
  return (await db.run(endStatement, code)).length === 1;
}
