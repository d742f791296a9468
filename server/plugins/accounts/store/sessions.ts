/** Every query about sign-ins that go on. */
import type { Role } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Language } from '#server/kernel/languages.ts';

const openStatement = statement<{ id: string }, [string, AccountId, string, string, string]>(
  'accounts.open_session',
  `INSERT INTO sessions (id, account_id, user_agent, network)
   SELECT $1, id, $4, $5 FROM accounts WHERE id = $2 AND password_hash = $3 AND deleted_at IS NULL AND locked_at IS NULL FOR SHARE
   RETURNING id`,
);

/**
 * Opens a session, provided that the password which was checked is still the account's, and that the account is not locked. (A change that
 * is under way is waited for.)
 * @returns false where it is not.
 */
export async function openSession(
  db: Queryable,
  session: { id: string; accountId: AccountId; passwordHash: string; userAgent: string; network: string },
): Promise<boolean> {
  const { id, accountId, passwordHash, userAgent, network } = session;
  return (await db.run(openStatement, id, accountId, passwordHash, userAgent, network)).length > 0;
}

/** An account as its sign-ins know it. */
interface Holder {
  id: AccountId;
  email: string;
  role: Role;
  reseller_mode: boolean;
  language: Language;
  email_confirmed: boolean;
}

/** Whom a session signs in, as of now; and of support, at whose account it looks, until `looks_until`. */
export interface SessionOwner extends Holder {
  looks_at: Holder | null;
  looks_until: Date | null;
}

const ownerStatement = statement<SessionOwner, [string, string, number, number]>(
  'accounts.session_owner',
  `WITH noted AS (
     UPDATE sessions SET seen_at = now(), network = $2 WHERE id = $1 AND seen_at < now() - make_interval(secs => $3)
   )
   SELECT account.id, account.email, account.role, account.reseller_mode, account.language,
          account.email_confirmed_at IS NOT NULL AS email_confirmed, session.looks_until,
          CASE WHEN seen.id IS NOT NULL THEN jsonb_build_object('id', seen.id, 'email', seen.email, 'role', seen.role,
            'reseller_mode', seen.reseller_mode, 'language', seen.language,
            'email_confirmed', seen.email_confirmed_at IS NOT NULL) END AS looks_at
   FROM sessions session JOIN accounts account ON account.id = session.account_id
   -- Each of these is looked at anew: whoever loses the role, or is given it, is looked past at once.
   LEFT JOIN accounts seen ON seen.id = session.looks_at_id AND session.looks_until > now() AND account.role = 'support'
     AND seen.role = 'customer' AND seen.deleted_at IS NULL
   WHERE session.id = $1 AND session.created_at > now() - make_interval(secs => $4) AND account.deleted_at IS NULL
     AND account.locked_at IS NULL`,
);

/** Seconds for which the note of when a session was last seen may be behind. */
const SEEN_SECONDS = 300;

/**
 * Whom a session signs in; null where it ended or ran out.
 * @param network from where it is seen now, in part. @param lastsSeconds for which a session lasts.
 */
export async function sessionOwner(
  db: Queryable,
  id: string,
  network: string,
  lastsSeconds: number,
): Promise<SessionOwner | null> {
  const [row] = await db.run(ownerStatement, id, network, SEEN_SECONDS, lastsSeconds);
  return row ?? null;
}

export interface StoredSession {
  id: string;
  user_agent: string;
  network: string;
  created_at: Date;
  seen_at: Date;
}

const listStatement = statement<StoredSession, [AccountId, number]>(
  'accounts.sessions',
  `SELECT id, user_agent, network, created_at, seen_at FROM sessions
   WHERE account_id = $1 AND created_at > now() - make_interval(secs => $2) ORDER BY seen_at DESC, id LIMIT 100`,
);

/** The account's sessions, the one seen last first; at most 100. */
export function sessions(db: Queryable, accountId: AccountId, lastsSeconds: number): Promise<StoredSession[]> {
  return db.run(listStatement, accountId, lastsSeconds);
}

const endStatement = statement<{ id: string }, [AccountId, string]>(
  'accounts.end_session',
  'DELETE FROM sessions WHERE account_id = $1 AND id = $2 RETURNING id',
);

/** Ends one of the account's own sessions. @returns false where it has no such session. */
export async function endSession(db: Queryable, accountId: AccountId, id: string): Promise<boolean> {
  return (await db.run(endStatement, accountId, id)).length > 0;
}

const endAllStatement = statement<{ id: string }, [AccountId, string | null]>(
  'accounts.end_sessions',
  'DELETE FROM sessions WHERE account_id = $1 AND id IS DISTINCT FROM $2 RETURNING id',
);

/** Ends the account's sessions, in all browsers. @param except the one that stays, or null. @returns how many there were. */
export async function endSessions(db: Queryable, accountId: AccountId, except: string | null = null): Promise<number> {
  return (await db.run(endAllStatement, accountId, except)).length;
}

const forgetStatement = statement<object, [number]>(
  'accounts.forget_sessions',
  'DELETE FROM sessions WHERE created_at < now() - make_interval(secs => $1)',
);

/** Removes sessions that ran out. */
export async function forgetSessions(db: Queryable, lastsSeconds: number): Promise<void> {
  await db.run(forgetStatement, lastsSeconds);
}

const countStatement = statement<{ sessions: number }, [AccountId, number]>(
  'accounts.count_sessions',
  'SELECT count(*)::int AS sessions FROM sessions WHERE account_id = $1 AND created_at > now() - make_interval(secs => $2)',
);

/** How many of the account's sessions go on. */
export async function countSessions(db: Queryable, accountId: AccountId, lastsSeconds: number): Promise<number> {
  const [row] = await db.run(countStatement, accountId, lastsSeconds);
  if (!row) throw new Error('an aggregate returned no row');
  return row.sessions;
}

/** Until when a session looks at an account, and until when it did before; null where it did not. */
export interface Look {
  until: Date;
  before: Date | null;
}

const lookStatement = statement<Look, [string, AccountId, AccountId, number]>(
  'accounts.look',
  `WITH session AS (
     SELECT id, CASE WHEN looks_at_id = $3 THEN looks_until END AS until FROM sessions WHERE id = $1 AND account_id = $2 FOR UPDATE
   )
   UPDATE sessions SET looks_at_id = $3, looks_until = now() + make_interval(secs => $4)
   FROM session WHERE sessions.id = session.id RETURNING sessions.looks_until AS until, session.until AS before`,
);

/**
 * Has one of the account's own sessions look at another account from now on, and at no other.
 * @returns null where there is no such session.
 */
export async function look(
  tx: Transaction,
  session: { id: string; accountId: AccountId },
  at: AccountId,
  seconds: number,
): Promise<Look | null> {
  const [row] = await tx.run(lookStatement, session.id, session.accountId, at, seconds);
  return row ?? null;
}

const lookAwayStatement = statement<object, [string]>(
  'accounts.look_away',
  'UPDATE sessions SET looks_at_id = NULL, looks_until = NULL WHERE id = $1',
);

/** Has a session look at its own account again. */
export async function lookAway(db: Queryable, sessionId: string): Promise<void> {
  await db.run(lookAwayStatement, sessionId);
}
