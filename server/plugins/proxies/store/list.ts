/** The account's proxies as they are looked through: narrowed, sorted, counted. Passwords stay sealed. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, type Statement, statement } from '#server/kernel/database.ts';
import { expiryCondition } from '#server/kernel/expiry.ts';
import type { AccountId, ProxyId } from '#server/kernel/ids.ts';
import type { ProxySort } from '../rules.ts';
import type { ProxyFilter } from '../schema.ts';
import type { StoredProxy } from './proxies.ts';
import { ADDRESS_STAYS } from './renewing.ts';

const FOUND = `account_id = $1 AND ($2::text = '' OR strpos(id, $2) > 0 OR strpos(username, $2) > 0)
   AND ($3::"Country" IS NULL OR country = $3)`;

const IN_STATUS = expiryCondition('$4', '$5');

/** Of the same moment, proxies stand in the order in which they were delivered. */
const ORDER: Record<ProxySort, string> = {
  newest: 'created_at DESC, order_id DESC, position',
  oldest: 'created_at, order_id, position',
  expires_first: 'expires_at, order_id, position',
  expires_last: 'expires_at DESC, order_id DESC, position',
};

type Found = [AccountId, string, Country | null, string | null, number];

/** A proxy of a list. */
export interface ListedRow {
  id: ProxyId;
  username: string;
  country: Country;
  created_at: Date;
  expires_at: Date;
  auto_renew: boolean;
  /** Leaves from an address of the site, which can be kept for longer: it is not to be retired. */
  renewable: boolean;
}

const pageStatements = inEveryOrder<ListedRow, [...Found, number, number]>(
  'proxies.page',
  (order) => `SELECT id, username, country, created_at, expires_at, auto_renew, ${ADDRESS_STAYS} AS renewable FROM proxies
   WHERE ${FOUND} AND ${IN_STATUS} ORDER BY ${order} LIMIT $6 OFFSET $7`,
);

/** A part of the account's proxies that the filter finds. @param soonDays within which a proxy expires soon. */
export function page(
  db: Queryable,
  accountId: AccountId,
  { sort, ...filter }: ProxyFilter & { sort: ProxySort },
  { soonDays, limit, offset }: { soonDays: number; limit: number; offset: number },
): Promise<ListedRow[]> {
  return db.run(pageStatements[sort], ...values(accountId, filter, soonDays), limit, offset);
}

const idsStatements = inEveryOrder<{ id: ProxyId }, [...Found, number]>(
  'proxies.ids',
  (order) => `SELECT id FROM proxies WHERE ${FOUND} AND ${IN_STATUS} ORDER BY ${order} LIMIT $6`,
);

/** The ids of the first `limit` proxies of the account that the filter finds. */
export async function ids(
  db: Queryable,
  accountId: AccountId,
  { sort, ...filter }: ProxyFilter & { sort: ProxySort },
  { soonDays, limit }: { soonDays: number; limit: number },
): Promise<ProxyId[]> {
  return (await db.run(idsStatements[sort], ...values(accountId, filter, soonDays), limit)).map((row) => row.id);
}

const ownStatement = statement<{ id: ProxyId }, [AccountId, readonly string[]]>(
  'proxies.own_ids',
  `SELECT proxy.id FROM unnest($2::text[]) WITH ORDINALITY AS asked (id, nth) JOIN proxies proxy ON proxy.id = asked.id
   WHERE account_id = $1 ORDER BY nth`,
);

/** Those of the ids that are proxies of the account, in the order of the ids. */
export async function own(db: Queryable, accountId: AccountId, ids: readonly string[]): Promise<ProxyId[]> {
  return (await db.run(ownStatement, accountId, ids)).map((row) => row.id);
}

/** How many proxies there are of each status. */
export interface StatusCounts {
  all: number;
  live: number;
  expiring: number;
  expired: number;
}

const countsStatement = statement<StatusCounts, [AccountId, string, Country | null, number]>(
  'proxies.counts',
  `SELECT count(*)::int AS all,
          count(*) FILTER (WHERE expires_at > now())::int AS live,
          count(*) FILTER (WHERE expires_at > now() AND expires_at <= now() + make_interval(days => $4))::int AS expiring,
          count(*) FILTER (WHERE expires_at <= now())::int AS expired
   FROM proxies WHERE ${FOUND}`,
);

/** Counts what the filter finds, by status. */
export async function counts(
  db: Queryable,
  accountId: AccountId,
  { search, country }: Omit<ProxyFilter, 'status'>,
  soonDays: number,
): Promise<StatusCounts> {
  const [row] = await db.run(countsStatement, accountId, search, country ?? null, soonDays);
  return row ?? { all: 0, live: 0, expiring: 0, expired: 0 };
}

const credentialsStatement = statement<StoredProxy, [AccountId, readonly string[]]>(
  'proxies.credentials',
  `SELECT id, country, username, password_ciphertext, expires_at
   FROM unnest($2::text[]) WITH ORDINALITY AS asked (id, nth) JOIN proxies USING (id) WHERE account_id = $1 ORDER BY nth`,
);

/** Those of the proxies that are the account's own, in the order of the ids. */
export function credentials(db: Queryable, accountId: AccountId, ids: readonly string[]): Promise<StoredProxy[]> {
  return db.run(credentialsStatement, accountId, ids);
}

const ownerStatement = statement<{ account_id: AccountId }, [string]>(
  'proxies.owner',
  'SELECT account_id FROM proxies WHERE id = $1 OR username = $1',
);

/** Whose a proxy of this id or username is, for support; null where there is none such. */
export async function ownerOfProxy(db: Queryable, name: string): Promise<AccountId | null> {
  return (await db.run(ownerStatement, name))[0]?.account_id ?? null;
}

function inEveryOrder<Row extends object, Values extends readonly unknown[]>(
  name: string,
  text: (order: string) => string,
): Record<ProxySort, Statement<Row, Values>> {
  const of = (sort: ProxySort) => statement<Row, Values>(`${name}_${sort}`, text(ORDER[sort]));
  return {
    newest: of('newest'),
    oldest: of('oldest'),
    expires_first: of('expires_first'),
    expires_last: of('expires_last'),
  };
}

function values(accountId: AccountId, { search, country, status }: ProxyFilter, soonDays: number): Found {
  return [accountId, search, country ?? null, status ?? null, soonDays];
}
