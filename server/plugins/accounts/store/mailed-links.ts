/** Every query about links that were mailed: each works once, and the newest of its purpose only. */
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { lock } from './accounts.ts';

export type LinkPurpose = 'reset_password' | 'confirm_email';

/** Who a link belongs to, and the address that it was sent to. */
export interface LinkOwner {
  account_id: AccountId;
  email: string;
}

const putStatement = statement<object, [Buffer, AccountId, LinkPurpose, string, number]>(
  'accounts.put_link',
  `INSERT INTO mailed_links (hash, account_id, purpose, email, expires_at)
   VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
   ON CONFLICT (account_id, purpose) DO UPDATE
   SET hash = excluded.hash, email = excluded.email, created_at = now(), expires_at = excluded.expires_at`,
);

/** Writes a link down, in the place of an older one. @param hash of what it carries. */
export async function putLink(
  tx: Transaction,
  link: { hash: Buffer; accountId: AccountId; purpose: LinkPurpose; email: string; seconds: number },
): Promise<void> {
  await tx.run(putStatement, link.hash, link.accountId, link.purpose, link.email, link.seconds);
}

const peekStatement = statement<LinkOwner, [Buffer, LinkPurpose]>(
  'accounts.peek_link',
  'SELECT account_id, email FROM mailed_links WHERE hash = $1 AND purpose = $2 AND expires_at > now()',
);
const takeStatement = statement<LinkOwner, [Buffer, LinkPurpose]>(
  'accounts.take_link',
  'DELETE FROM mailed_links WHERE hash = $1 AND purpose = $2 AND expires_at > now() RETURNING account_id, email',
);

/** Whose a link is that would work now, or null. */
export async function findLink(db: Queryable, hash: Buffer, purpose: LinkPurpose): Promise<LinkOwner | null> {
  const [row] = await db.run(peekStatement, hash, purpose);
  return row ?? null;
}

/**
 * Uses a link up, under the lock on its account, which is taken before any links of it are dropped.
 * @returns null where it is unknown, used, replaced or too old.
 */
export async function takeLink(tx: Transaction, hash: Buffer, purpose: LinkPurpose): Promise<LinkOwner | null> {
  const found = await findLink(tx, hash, purpose);
  if (!found) return null;
  await lock(tx, found.account_id);
  // Again, for it may have been used or dropped while the lock was waited for.
  const [row] = await tx.run(takeStatement, hash, purpose);
  return row ?? null;
}

const waitingStatement = statement<{ email: string }, [AccountId]>(
  'accounts.waiting_email',
  `SELECT email FROM mailed_links WHERE account_id = $1 AND purpose = 'confirm_email' AND expires_at > now()`,
);

/** The address that waits for its confirmation, or null. */
export async function waitingEmail(db: Queryable, accountId: AccountId): Promise<string | null> {
  const [row] = await db.run(waitingStatement, accountId);
  return row?.email ?? null;
}

const dropStatement = statement<object, [AccountId, LinkPurpose | null, string | null]>(
  'accounts.drop_links',
  'DELETE FROM mailed_links WHERE account_id = $1 AND ($2::text IS NULL OR purpose = $2) AND email IS DISTINCT FROM $3',
);

/** Makes the account's links useless. @param purpose null: of all purposes. @param except the address whose links stay, or null. */
export async function dropLinks(
  db: Queryable,
  accountId: AccountId,
  purpose: LinkPurpose | null,
  except: string | null = null,
): Promise<void> {
  await db.run(dropStatement, accountId, purpose, except);
}

const forgetStatement = statement<object, []>('accounts.forget_links', 'DELETE FROM mailed_links WHERE expires_at < now()');

/** Removes links that are too old. */
export async function forgetLinks(db: Queryable): Promise<void> {
  await db.run(forgetStatement);
}
