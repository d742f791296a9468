/** The lines of the book: added by purchases, looked through by the reseller, changed one by one. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, type Statement, statement, type Transaction } from '#server/kernel/database.ts';
import { expiryCondition } from '#server/kernel/expiry.ts';
import type { AccountId, ProxyId } from '#server/kernel/ids.ts';
import { limits } from '#server/kernel/limits.ts';
import type { Cents } from '#server/kernel/money.ts';
import { type BookSort, bookSorts } from '../rules.ts';
import type { BookFilter } from '../schema.ts';

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

/** A condition on `resale_book`, of the values that `foundValues` gives. */
export const FOUND = `account_id = $1
   AND ($2::text = '' OR strpos(proxy_id, $2) > 0 OR strpos(username, $2) > 0
        OR strpos(lower(buyer_name), $2) > 0 OR strpos(lower(note), $2) > 0)
   AND ($3::text IS NULL OR buyer_name = $3)
   AND CASE $4::text WHEN 'unpaid' THEN paid_on IS NULL WHEN 'paid' THEN paid_on IS NOT NULL ELSE true END
   AND ${expiryCondition('$5', '$6')}`;

export type Found = [AccountId, string, string | null, string | null, string | null, number];

export function foundValues(accountId: AccountId, { search, buyer, payment, expiry }: BookFilter): Found {
  return [accountId, search, buyer ?? null, payment ?? null, expiry ?? null, limits.proxySoonDays];
}

/** Of the same moment or amount, lines stand in the order of their ids, so that pages neither repeat nor miss one. */
const ORDER: Record<BookSort, string> = {
  newest: 'added_at DESC, proxy_id',
  oldest: 'added_at, proxy_id',
  expires_first: '(expires_at <= now()), expires_at, proxy_id',
  price_high: 'sale_price_cents DESC, proxy_id',
  margin_high: 'sale_price_cents - cost_cents DESC, proxy_id',
  margin_low: 'sale_price_cents - cost_cents, proxy_id',
  buyer: `buyer_name = '', lower(buyer_name), buyer_name, proxy_id`,
};

/** A line of the book with its proxy. */
export interface BookRow {
  proxy_id: ProxyId;
  username: string;
  country: Country;
  created_at: Date;
  expires_at: Date;
  cost_cents: Cents;
  sale_price_cents: Cents;
  buyer_name: string;
  /** YYYY-MM-DD. */
  paid_on: string | null;
  note: string;
}

const pageStatements = Object.fromEntries(
  bookSorts.map((sort) => [
    sort,
    statement<BookRow, [...Found, number | null, number]>(
      `resale.page_${sort}`,
      `SELECT proxy_id, username, country, created_at, expires_at, cost_cents, sale_price_cents, buyer_name,
              to_char(paid_on, 'YYYY-MM-DD') AS paid_on, note
       FROM resale_book WHERE ${FOUND} ORDER BY ${ORDER[sort]} LIMIT $7 OFFSET $8`,
    ),
  ]),
) as Record<BookSort, Statement<BookRow, [...Found, number | null, number]>>;

/** A part of the lines that the filter finds; all of them where the limit is null. */
export function page(
  db: Queryable,
  accountId: AccountId,
  { sort, ...filter }: BookFilter & { sort: BookSort },
  { limit, offset }: { limit: number | null; offset: number },
): Promise<BookRow[]> {
  return db.run(pageStatements[sort], ...foundValues(accountId, filter), limit, offset);
}

/** Sums of lines, in cents. */
export interface SumsRow {
  count: number;
  cost_cents: Cents;
  sales_cents: Cents;
  paid_cents: Cents;
}

/** Their columns, of `resale_book`. */
export const SUMS = `count(*)::int AS count, coalesce(sum(cost_cents), 0)::bigint AS cost_cents,
       coalesce(sum(sale_price_cents), 0)::bigint AS sales_cents,
       coalesce(sum(sale_price_cents) FILTER (WHERE paid_on IS NOT NULL), 0)::bigint AS paid_cents`;

const totalsStatement = statement<SumsRow, Found>('resale.totals', `SELECT ${SUMS} FROM resale_book WHERE ${FOUND}`);

/** The sums of all that the filter finds. */
export async function totals(db: Queryable, accountId: AccountId, filter: BookFilter): Promise<SumsRow> {
  const [row] = await db.run(totalsStatement, ...foundValues(accountId, filter));
  if (!row) throw new Error('sums without a row');
  return row;
}

const emptyStatement = statement<{ empty: boolean }, [AccountId]>(
  'resale.empty',
  'SELECT NOT EXISTS (SELECT FROM resale_entries WHERE account_id = $1) AS empty',
);

/** Whether the account's book has no line at all. */
export async function isEmpty(db: Queryable, accountId: AccountId): Promise<boolean> {
  return (await db.run(emptyStatement, accountId))[0]?.empty ?? true;
}

/** A change as it is written; absent members stay. */
export interface WrittenChange {
  readonly sale_price_cents?: Cents;
  readonly buyer_name?: string;
  readonly paid_on?: string | null;
  readonly note?: string;
}

const updateStatement = statement<{ proxy_id: ProxyId }, [AccountId, string, WrittenChange]>(
  'resale.update',
  `UPDATE resale_entries
   SET sale_price_cents = coalesce(($3::jsonb ->> 'sale_price_cents')::int, sale_price_cents),
       buyer_name = coalesce($3::jsonb ->> 'buyer_name', buyer_name),
       paid_on = CASE WHEN $3::jsonb ? 'paid_on' THEN ($3::jsonb ->> 'paid_on')::date ELSE paid_on END,
       note = coalesce($3::jsonb ->> 'note', note),
       updated_at = now()
   WHERE account_id = $1 AND proxy_id = $2 RETURNING proxy_id`,
);

/** Changes a line of the account's own book. @returns false where it has no such line. */
export async function update(db: Queryable, accountId: AccountId, proxyId: string, change: WrittenChange): Promise<boolean> {
  return (await db.run(updateStatement, accountId, proxyId, change)).length > 0;
}
