/** Every query of the resale book. */
import { type Database, type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';

export const insertStatement = statement<object, [AccountId, readonly string[], Cents]>(
  'resale.insert',
  `INSERT INTO resale_entries (account_id, proxy_id, sale_price_cents)
   SELECT $1, proxy_id, $3 FROM unnest($2::text[]) AS proxy_id ON CONFLICT (proxy_id) DO NOTHING`,
);

/** Adds proxies to the book, each at the same sale price. Those that stand in it already stay as they are. */
export async function insert(
  tx: Transaction,
  accountId: AccountId,
  proxyIds: readonly string[],
  salePrice: Cents,
): Promise<void> {
  await tx.run(insertStatement, accountId, proxyIds, salePrice);
}

/** A line of the book. */
export interface BookRow {
  proxy_id: string;
  sale_price_cents: Cents;
  buyer_name: string;
}

const pageStatement = statement<BookRow, [AccountId, number, number]>(
  'resale.page',
  `SELECT proxy_id, sale_price_cents, buyer_name FROM resale_entries WHERE account_id = $1
   ORDER BY added_at DESC, proxy_id LIMIT $2 OFFSET $3`,
);

/** Lines of the account's book, newest first. */
export function page(db: Queryable, accountId: AccountId, limit: number, offset: number): Promise<BookRow[]> {
  return db.run(pageStatement, accountId, limit, offset);
}

/** How many lines the account's book has. */
export function count(db: Database, accountId: AccountId): Promise<number> {
  return db.prisma.resaleEntry.count({ where: { accountId } });
}

/** Changes a line of the account's own book. @returns false where it has no such line. */
export async function update(
  db: Database,
  accountId: AccountId,
  proxyId: string,
  change: { salePriceCents?: Cents; buyerName?: string },
): Promise<boolean> {
  const { count } = await db.prisma.resaleEntry.updateMany({
    where: { proxyId, accountId },
    data: { ...change, updatedAt: new Date() },
  });
  return count > 0;
}
