/** Who sells: the one row of settings that every invoice copies. */
import type { Database } from '#server/kernel/database.ts';

/** The seller's settings; the address is one text with line breaks, the country ISO 3166-1. */
export interface Seller {
  legalName: string;
  addressLines: string;
  countryCode: string;
  vatId: string | null;
  /** Basis points of the VAT that prices include. */
  vatRateBp: number;
}

const SELLER = { id: 1 };

/** The seller as the next invoice names it. */
export function seller(db: Database): Promise<Seller> {
  return db.prisma.seller.findUniqueOrThrow({ where: SELLER });
}

/** Changes what the next invoices say; members that are absent stay as they are. */
export async function setSeller(db: Database, change: Partial<Seller>): Promise<void> {
  await db.prisma.seller.update({ where: SELLER, data: change });
}
