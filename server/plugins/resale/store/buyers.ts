/** The book by buyers. A buyer is a name that stands in it. */
import { type Database, type Queryable, type Statement, statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { type BuyerSort, buyerSorts } from '../rules.ts';
import { SUMS, type SumsRow } from './book.ts';
import { claimBuyer, lockName } from './links.ts';

const ORDER: Record<BuyerSort, string> = {
  open: 'sales_cents - paid_cents DESC, buyer_name',
  sales: 'sales_cents DESC, buyer_name',
  expires_first: 'next_expiry NULLS LAST, buyer_name',
  name: 'lower(buyer_name), buyer_name',
};

/** What one buyer has. */
export interface BuyerRow extends SumsRow {
  buyer_name: string;
  live: number;
  next_expiry: Date | null;
  links: number;
  /** How many buyers were found in all. */
  total: number;
}

const pageStatements = Object.fromEntries(
  buyerSorts.map((sort) => [
    sort,
    statement<BuyerRow, [AccountId, string, number, number]>(
      `resale.buyers_${sort}`,
      `WITH buyers AS (
         SELECT buyer_name, ${SUMS}, (count(*) FILTER (WHERE expires_at > now()))::int AS live,
                min(expires_at) FILTER (WHERE expires_at > now()) AS next_expiry
         FROM resale_book WHERE account_id = $1 AND buyer_name <> '' AND strpos(lower(buyer_name), $2) > 0 GROUP BY buyer_name
       )
       SELECT page.*, (SELECT count(*)::int FROM buyer_links
                       WHERE account_id = $1 AND buyer_name = page.buyer_name AND revoked_at IS NULL AND expires_at > now()) AS links
       FROM (SELECT *, (count(*) OVER ())::int AS total FROM buyers ORDER BY ${ORDER[sort]} LIMIT $3 OFFSET $4) AS page
       ORDER BY ${ORDER[sort]}`,
    ),
  ]),
) as Record<BuyerSort, Statement<BuyerRow, [AccountId, string, number, number]>>;

/** A part of the account's buyers, with what each has. */
export function page(
  db: Queryable,
  accountId: AccountId,
  { search, sort }: { search: string; sort: BuyerSort },
  { limit, offset }: { limit: number; offset: number },
): Promise<BuyerRow[]> {
  return db.run(pageStatements[sort], accountId, search, limit, offset);
}

const countStatement = statement<{ total: number }, [AccountId, string]>(
  'resale.count_buyers',
  `SELECT count(DISTINCT buyer_name)::int AS total FROM resale_entries
   WHERE account_id = $1 AND buyer_name <> '' AND strpos(lower(buyer_name), $2) > 0`,
);

/** How many buyers there are, for a page beyond the last. */
export async function count(db: Queryable, accountId: AccountId, search: string): Promise<number> {
  return (await db.run(countStatement, accountId, search))[0]?.total ?? 0;
}

const namesStatement = statement<{ buyer_name: string }, [AccountId, number]>(
  'resale.buyer_names',
  `SELECT buyer_name FROM (
     SELECT buyer_name FROM resale_entries WHERE account_id = $1 AND buyer_name <> ''
     GROUP BY buyer_name ORDER BY max(updated_at) DESC LIMIT $2
   ) AS latest ORDER BY lower(buyer_name), buyer_name`,
);

/** The names of the buyers, those whose lines changed last where there are more than `limit`, in the order of the alphabet. */
export async function names(db: Queryable, accountId: AccountId, limit: number): Promise<string[]> {
  return (await db.run(namesStatement, accountId, limit)).map((row) => row.buyer_name);
}

const lockBuyersStatement = statement<{ buyer_name: string }, [AccountId, string, string]>(
  'resale.lock_buyers',
  `SELECT buyer_name FROM resale_entries WHERE account_id = $1 AND buyer_name IN ($2, $3) ORDER BY proxy_id FOR UPDATE`,
);

const renameStatement = statement<{ proxy_id: string }, [AccountId, string, string]>(
  'resale.rename_buyer',
  'UPDATE resale_entries SET buyer_name = $3, updated_at = now() WHERE account_id = $1 AND buyer_name = $2 RETURNING proxy_id',
);

const renameLinksStatement = statement<object, [AccountId, string, string]>(
  'resale.rename_links',
  'UPDATE buyer_links SET buyer_name = $3 WHERE account_id = $1 AND buyer_name = $2',
);

/**
 * Gives a buyer another name, in the book and in the links, which go on showing the same proxies.
 * @returns how many lines changed; `taken` where another buyer has that name already, in the book or in a live link: a link of one would
 * show the proxies of both.
 */
export function rename(db: Database, accountId: AccountId, from: string, to: string): Promise<number | 'taken'> {
  return db.transaction(async (tx) => {
    for (const name of [from, to].sort()) await lockName(tx, accountId, name);
    const lines = await tx.run(lockBuyersStatement, accountId, from, to);
    const other = await claimBuyer(tx, accountId, to);
    if (other.live > 0 || lines.some((line) => line.buyer_name === to)) return 'taken';
    const [renamed] = await Promise.all([
      tx.run(renameStatement, accountId, from, to),
      tx.run(renameLinksStatement, accountId, from, to),
    ]);
    return renamed.length;
  });
}

const eraseStatement = statement<object, [AccountId]>(
  'resale.erase',
  `WITH links AS (DELETE FROM buyer_links WHERE account_id = $1), edits AS (DELETE FROM resale_edits WHERE account_id = $1)
   UPDATE resale_entries SET buyer_name = '', note = '', updated_at = now()
   WHERE account_id = $1 AND (buyer_name <> '' OR note <> '')`,
);

/** Removes who the account's buyers were, and what shows them their proxies. Prices and payments belong to the books, and stay. */
export async function erase(tx: Queryable, accountId: AccountId): Promise<void> {
  await tx.run(eraseStatement, accountId);
}
