/** Keeping proxies for longer: which can be, the new end of their validity, and which are to be renewed by themselves. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, ProxyId } from '#server/kernel/ids.ts';

/** A proxy with the end that its renewal begins from. */
export interface RenewableRow {
  id: ProxyId;
  country: Country;
  expires_at: Date;
}

/** Whether a proxy leaves from an address of the pool that is not to be retired: an upstream is kept by its own supplier. */
export const ADDRESS_STAYS = `(address_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM addresses WHERE addresses.id = address_id AND addresses.retired_at IS NOT NULL))`;

const RENEWABLE = `expires_at > clock_timestamp() AND ${ADDRESS_STAYS}`;

const renewableStatement = statement<RenewableRow, [AccountId, readonly string[]]>(
  'proxies.renewable',
  `SELECT id, country, expires_at FROM proxies WHERE account_id = $1 AND id = ANY ($2) AND ${RENEWABLE} ORDER BY expires_at, id`,
);

/** Those of the proxies that are the account's own and can be renewed now, the first to expire first. */
export function renewable(db: Queryable, accountId: AccountId, ids: readonly string[]): Promise<RenewableRow[]> {
  return db.run(renewableStatement, accountId, ids);
}

/** A proxy that is valid for longer now. */
export interface ProlongedRow {
  id: ProxyId;
  country: Country;
  valid_from: Date;
  valid_until: Date;
}

/**
 * The address is taken first: once the proxy has expired a buyer may have it, or be just about to. Whoever holds its row lock is such a
 * buyer, so waiting for him would be waiting for a proxy that is over. The equality of the two moments is looked at again under the lock.
 */
const prolongStatement = statement<ProlongedRow, [AccountId, readonly string[], readonly Date[], number]>(
  'proxies.prolong',
  `WITH asked AS MATERIALIZED (
     SELECT proxy.id, proxy.address_id, proxy.expires_at AS valid_from
     FROM unnest($2::text[], $3::timestamptz[]) AS seen (id, expires_at)
     JOIN proxies proxy ON proxy.id = seen.id AND proxy.expires_at = seen.expires_at
     WHERE proxy.account_id = $1 AND proxy.address_id IS NOT NULL AND proxy.expires_at > clock_timestamp()
     ORDER BY proxy.id FOR NO KEY UPDATE OF proxy
   ), held AS MATERIALIZED (
     SELECT asked.id, asked.address_id, asked.valid_from
     FROM asked JOIN addresses address
       ON address.id = asked.address_id AND address.free_at = asked.valid_from + address.rest_days * interval '24 hours'
     FOR NO KEY UPDATE OF address SKIP LOCKED
   ), kept AS (
     UPDATE addresses SET free_at = held.valid_from + make_interval(secs => $4) + rest.days * interval '24 hours',
                          rest_days = rest.days
     FROM held CROSS JOIN (SELECT rest_days AS days FROM stock_settings) AS rest WHERE addresses.id = held.address_id
   )
   UPDATE proxies SET expires_at = held.valid_from + make_interval(secs => $4) FROM held WHERE proxies.id = held.id
   RETURNING proxies.id, proxies.country, held.valid_from, proxies.expires_at AS valid_until`,
);

/**
 * Prolongs proxies of the account by so many seconds from their present end, and keeps their addresses for as long. Those whose end is
 * not the one that was seen are left out, as are those that are over. Their open connections stay.
 */
export function prolong(
  tx: Transaction,
  accountId: AccountId,
  seen: readonly { id: string; expires_at: Date }[],
  seconds: number,
): Promise<ProlongedRow[]> {
  return tx.run(
    prolongStatement,
    accountId,
    seen.map(({ id }) => id),
    seen.map(({ expires_at }) => expires_at),
    seconds,
  );
}

const setAutoRenewStatement = statement<{ id: ProxyId }, [AccountId, readonly string[], boolean]>(
  'proxies.set_auto_renew',
  // Locked in the order in which a renewal locks them, so that the two never wait for each other.
  `WITH chosen AS MATERIALIZED (
     SELECT id FROM proxies
     WHERE account_id = $1 AND id = ANY ($2) AND auto_renew <> $3 AND (${RENEWABLE} OR NOT $3)
     ORDER BY id FOR NO KEY UPDATE
   )
   UPDATE proxies SET auto_renew = $3 FROM chosen WHERE proxies.id = chosen.id RETURNING proxies.id`,
);

/** Has proxies renewed by themselves, or not any more. @returns those of which that is new. */
export async function setAutoRenew(db: Queryable, accountId: AccountId, ids: readonly string[], on: boolean): Promise<ProxyId[]> {
  return (await db.run(setAutoRenewStatement, accountId, ids, on)).map(({ id }) => id);
}

const dueAccountsStatement = statement<{ account_id: AccountId }, [number]>(
  'proxies.due_accounts',
  `SELECT DISTINCT account_id FROM proxies
   WHERE auto_renew AND expires_at <= clock_timestamp() + make_interval(hours => $1) AND ${RENEWABLE}
   ORDER BY account_id`,
);

/** Accounts of which something is to be renewed by itself. @param hours before the end. */
export async function accountsDue(db: Queryable, hours: number): Promise<AccountId[]> {
  return (await db.run(dueAccountsStatement, hours)).map((row) => row.account_id);
}

const dueStatement = statement<RenewableRow, [AccountId, number]>(
  'proxies.due',
  `SELECT id, country, expires_at FROM proxies
   WHERE auto_renew AND account_id = $1 AND expires_at <= clock_timestamp() + make_interval(hours => $2) AND ${RENEWABLE}
   ORDER BY expires_at, id`,
);

/** What of an account is to be renewed by itself now, the first to expire first. */
export function due(db: Queryable, accountId: AccountId, hours: number): Promise<RenewableRow[]> {
  return db.run(dueStatement, accountId, hours);
}
