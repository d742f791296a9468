/** Buyer links: made and revoked by the account holder, found by the hash of their token, and what they show. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId, ProxyId } from '#server/kernel/ids.ts';

/** A link as its holder sees it; the copy of the token is sealed, and null once the link is revoked. */
export interface LinkRow {
  id: string;
  buyer_name: string;
  token_ciphertext: Buffer | null;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  opens: number;
  opened_at: Date | null;
}

const COLUMNS = 'id, buyer_name, token_ciphertext, created_at, expires_at, revoked_at, opens, opened_at';

const LIVE = 'revoked_at IS NULL AND expires_at > now()';

const waitStatement = statement<object, [AccountId, string]>(
  'resale.wait_for_links',
  'SELECT pg_advisory_xact_lock($1, hashtext($2))',
);

/** Makes everybody else wait who makes links for this name or gives it to a buyer, until the transaction ends. */
export async function lockName(tx: Queryable, accountId: AccountId, buyerName: string): Promise<void> {
  await tx.run(waitStatement, accountId, `buyer link ${buyerName}`);
}

const claimBuyerStatement = statement<{ known: boolean; live: number }, [AccountId, string]>(
  'resale.claim_buyer',
  `SELECT EXISTS (SELECT FROM resale_entries WHERE account_id = $1 AND buyer_name = $2) AS known,
          (SELECT count(*)::int FROM buyer_links WHERE account_id = $1 AND buyer_name = $2 AND ${LIVE}) AS live`,
);

/**
 * Whether the buyer stands in the book, and how many live links he has. Nobody else makes one until the transaction ends, so that the number
 * stays exact.
 */
export async function claimBuyer(
  tx: Queryable,
  accountId: AccountId,
  buyerName: string,
): Promise<{ known: boolean; live: number }> {
  await lockName(tx, accountId, buyerName);
  const [row] = await tx.run(claimBuyerStatement, accountId, buyerName);
  return row ?? { known: false, live: 0 };
}

/** A link to be written. */
export interface NewLink {
  id: string;
  buyerName: string;
  tokenHash: Buffer;
  tokenCiphertext: Buffer;
  expiresAt: Date;
}

const insertStatement = statement<LinkRow, [string, AccountId, string, Buffer, Buffer, Date]>(
  'resale.insert_link',
  `INSERT INTO buyer_links (id, account_id, buyer_name, token_hash, token_ciphertext, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
);

/** Writes a link. */
export async function insert(tx: Queryable, accountId: AccountId, link: NewLink): Promise<LinkRow> {
  const { id, buyerName, tokenHash, tokenCiphertext, expiresAt } = link;
  const [row] = await tx.run(insertStatement, id, accountId, buyerName, tokenHash, tokenCiphertext, expiresAt);
  if (!row) throw new Error('a link was written and is not there');
  return row;
}

/** Live ones, and those that ended in the last `$3` days. */
const LISTED = `account_id = $1 AND ($2::text IS NULL OR buyer_name = $2)
   AND least(expires_at, coalesce(revoked_at, 'infinity')) > now() - make_interval(days => $3)`;

const pageStatement = statement<LinkRow, [AccountId, string | null, number, number | null, number]>(
  'resale.links',
  `SELECT ${COLUMNS} FROM buyer_links WHERE ${LISTED} ORDER BY (${LIVE}) DESC, created_at DESC, id LIMIT $4 OFFSET $5`,
);

const countStatement = statement<{ total: number }, [AccountId, string | null, number]>(
  'resale.count_links',
  `SELECT count(*)::int AS total FROM buyer_links WHERE ${LISTED}`,
);

/** A part of the account's links, the live ones first, and how many there are; all of them where the limit is null. */
export async function page(
  db: Queryable,
  accountId: AccountId,
  { buyer, endedDays }: { buyer: string | null; endedDays: number },
  { limit, offset }: { limit: number | null; offset: number },
): Promise<{ rows: LinkRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db.run(pageStatement, accountId, buyer, endedDays, limit, offset),
    db.run(countStatement, accountId, buyer, endedDays),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

const revokeStatement = statement<{ id: string }, [AccountId, string]>(
  'resale.revoke_link',
  `UPDATE buyer_links SET revoked_at = coalesce(revoked_at, now()), token_ciphertext = NULL
   WHERE account_id = $1 AND id = $2 RETURNING id`,
);

/** Ends a link of the account, for good. @returns false where it has no such link. */
export async function revoke(db: Queryable, accountId: AccountId, id: string): Promise<boolean> {
  return (await db.run(revokeStatement, accountId, id)).length > 0;
}

/** A live link as its visitor meets it. */
export interface LiveLink {
  id: string;
  account_id: AccountId;
  buyer_name: string;
  expires_at: Date;
}

const openStatement = statement<LiveLink, [Buffer]>(
  'resale.open_link',
  `UPDATE buyer_links SET opens = opens + 1, opened_at = now() WHERE token_hash = $1 AND ${LIVE}
   RETURNING id, account_id, buyer_name, expires_at`,
);

/** The live link of a token, opened once more; null where there is none. */
export async function open(db: Queryable, tokenHash: Buffer): Promise<LiveLink | null> {
  return (await db.run(openStatement, tokenHash))[0] ?? null;
}

const shownStatement = statement<{ proxy_id: ProxyId; total: number }, [AccountId, string, number, number]>(
  'resale.shown_by_link',
  `SELECT proxy_id, (count(*) OVER ())::int AS total FROM resale_book
   WHERE account_id = $1 AND buyer_name = $2 AND expires_at > now() ORDER BY expires_at, proxy_id LIMIT $3 OFFSET $4`,
);

/** A part of the live proxies that a link shows, those that expire first at the head, and how many there are in all. */
export async function shown(
  db: Queryable,
  { account_id: accountId, buyer_name: buyerName }: LiveLink,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: ProxyId[]; total: number }> {
  const rows = await db.run(shownStatement, accountId, buyerName, limit, offset);
  return { ids: rows.map((row) => row.proxy_id), total: rows[0]?.total ?? 0 };
}

const showingStatement = statement<LiveLink, [Buffer, readonly string[]]>(
  'resale.link_showing',
  `SELECT id, account_id, buyer_name, expires_at FROM buyer_links AS link
   WHERE token_hash = $1 AND ${LIVE} AND NOT EXISTS (
     SELECT FROM unnest($2::text[]) AS asked LEFT JOIN resale_book AS book
       ON proxy_id = asked AND book.account_id = link.account_id AND book.buyer_name = link.buyer_name AND book.expires_at > now()
     WHERE proxy_id IS NULL)`,
);

/** The live link of a token, where it shows all of those proxies now; null otherwise. */
export async function showing(db: Queryable, tokenHash: Buffer, proxyIds: readonly string[]): Promise<LiveLink | null> {
  return (await db.run(showingStatement, tokenHash, proxyIds))[0] ?? null;
}

const admitCheckStatement = statement<{ id: string }, [string, number]>(
  'resale.admit_check',
  `UPDATE buyer_links
   SET checks = CASE WHEN checks_since > now() - interval '1 minute' THEN checks + 1 ELSE 1 END,
       checks_since = CASE WHEN checks_since > now() - interval '1 minute' THEN checks_since ELSE now() END
   WHERE id = $1 AND (checks_since > now() - interval '1 minute' AND checks >= $2) IS NOT TRUE RETURNING id`,
);

/** Counts a check of a link's. @returns false where there were `perMinute` already. */
export async function admitCheck(db: Queryable, id: string, perMinute: number): Promise<boolean> {
  return (await db.run(admitCheckStatement, id, perMinute)).length > 0;
}

const forgetStatement = statement<object, [number]>(
  'resale.forget_links',
  `DELETE FROM buyer_links WHERE least(expires_at, coalesce(revoked_at, 'infinity')) < now() - make_interval(days => $1)`,
);

/** Removes links that ended more than `days` days ago. */
export async function forgetLinks(db: Queryable, days: number): Promise<void> {
  await db.run(forgetStatement, days);
}
