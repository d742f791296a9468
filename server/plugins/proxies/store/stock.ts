/** The address pool as the desk sees it: in which state each address is, and what retires it, puts it back and lets it rest. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId, ProxyId } from '#server/kernel/ids.ts';
import type { AddressState } from '../rules.ts';

const REST = `rest_days * interval '24 hours'`;

/** `leased` until its proxy ends, then `resting`, then `free` again. */
const STATE = `CASE WHEN retired_at IS NOT NULL THEN 'retired' WHEN free_at <= now() THEN 'free'
     WHEN free_at - ${REST} <= now() THEN 'resting' ELSE 'leased' END`;

/** How many addresses of a country are in a state; of the retired ones, how many still have a proxy. */
export interface StateCount {
  country: Country;
  state: AddressState;
  addresses: number;
  in_use: number;
}

const countsStatement = statement<StateCount, []>(
  'proxies.address_states',
  `SELECT country, ${STATE} AS state, count(*)::int AS addresses,
          (count(*) FILTER (WHERE retired_at IS NOT NULL AND EXISTS (
             SELECT FROM proxies WHERE address_id = addresses.id AND expires_at > now())))::int AS in_use
   FROM addresses GROUP BY 1, 2 ORDER BY 1, 2`,
);

/** The whole pool, counted one by one. */
export function stateCounts(db: Queryable): Promise<StateCount[]> {
  return db.run(countsStatement);
}

/** What addresses are narrowed to. `search` is a part of an address; `block` is a block that they lie in. */
export interface AddressFilter {
  readonly search: string;
  readonly block: string | null;
  readonly country: Country | null;
  readonly state: AddressState | null;
}

/** An address with the live proxy that leaves from it, where there is one. */
export interface AddressRow {
  id: number;
  ip: string;
  country: Country;
  state: AddressState;
  /** When it is free again; null where it is free, and where that is not known: of a retired or a reserved one. */
  free_at: Date | null;
  retired_at: Date | null;
  proxy_id: ProxyId | null;
  order_id: OrderId | null;
  expires_at: Date | null;
}

const FOUND = `(SELECT *, ${STATE} AS state FROM addresses
   WHERE ($1::text = '' OR strpos(host(ip), $1) > 0) AND ($2::inet IS NULL OR ip <<= $2)
     AND ($3::"Country" IS NULL OR country = $3)) AS found
   WHERE ($4::text IS NULL OR state = $4)`;

type Found = [string, string | null, Country | null, AddressState | null];

const pageStatement = statement<AddressRow, [...Found, number, number]>(
  'proxies.address_page',
  `SELECT shown.id, host(shown.ip) AS ip, shown.country, shown.state, shown.retired_at,
          CASE WHEN shown.state IN ('leased', 'resting') AND shown.free_at < 'infinity' THEN shown.free_at END AS free_at,
          live.id AS proxy_id, live.order_id, live.expires_at
   FROM (SELECT * FROM ${FOUND} ORDER BY ip LIMIT $5 OFFSET $6) AS shown
   LEFT JOIN LATERAL (
     SELECT id, order_id, expires_at FROM proxies WHERE address_id = shown.id AND expires_at > now()
   ) AS live ON true
   ORDER BY shown.ip`,
);

/** A part of the addresses that the filter finds, by address. */
export function addressPage(db: Queryable, filter: AddressFilter, limit: number, offset: number): Promise<AddressRow[]> {
  return db.run(pageStatement, ...values(filter), limit, offset);
}

const totalStatement = statement<{ total: number }, Found>(
  'proxies.address_total',
  `SELECT count(*)::int AS total FROM ${FOUND}`,
);

/** How many addresses the filter finds. */
export async function addressTotal(db: Queryable, filter: AddressFilter): Promise<number> {
  return (await db.run(totalStatement, ...values(filter)))[0]?.total ?? 0;
}

const values = ({ search, block, country, state }: AddressFilter): Found => [search, block, country, state];

/** An address that was locked, as it was then. */
export interface LockedAddress {
  id: number;
  ip: string;
  country: Country;
  state: AddressState;
}

const lockStatement = statement<LockedAddress, [readonly number[]]>(
  'proxies.lock_addresses',
  // In the order in which patient buyers lock them, so that the two never wait for each other.
  `SELECT id, host(ip) AS ip, country, ${STATE} AS state
   FROM addresses WHERE id = ANY ($1) ORDER BY free_at, id FOR UPDATE`,
);

/** Locks addresses: no buyer takes them before the transaction ends. */
export function lockAddresses(tx: Transaction, ids: readonly number[]): Promise<LockedAddress[]> {
  return tx.run(lockStatement, ids);
}

const retireStatement = statement<{ id: number }, [readonly number[]]>(
  'proxies.retire_addresses',
  `UPDATE addresses SET retired_at = now(), free_at = 'infinity' WHERE id = ANY ($1) AND retired_at IS NULL RETURNING id`,
);

/** Retires addresses; proxies that leave from them go on until they end. @returns those of which that is new. */
export async function retireAddresses(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  return (await tx.run(retireStatement, ids)).map(({ id }) => id);
}

const restoreStatement = statement<{ id: number }, [readonly number[]]>(
  'proxies.put_back_addresses',
  `UPDATE addresses SET retired_at = NULL, rest_days = rest.days,
          free_at = CASE WHEN reserved_for IS NOT NULL THEN 'infinity' ELSE coalesce(
            (SELECT max(expires_at) FROM proxies WHERE address_id = addresses.id) + rest.days * interval '24 hours',
            now() - random() * interval '30 days') END
   FROM (SELECT rest_days AS days FROM stock_settings) AS rest
   WHERE addresses.id = ANY ($1) AND retired_at IS NOT NULL RETURNING addresses.id`,
);

/** Puts retired addresses back, which are locked: on sale once their last proxy has ended and they have rested. @returns which. */
export async function putBackAddresses(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  return (await tx.run(restoreStatement, ids)).map(({ id }) => id);
}

/** A live proxy of an address. */
export interface LiveRow {
  account_id: AccountId;
  username: string;
  order_id: OrderId;
  expires_at: Date;
}

const liveStatement = statement<LiveRow, [readonly number[]]>(
  'proxies.live_at',
  `SELECT account_id, username, order_id, expires_at FROM proxies
   WHERE address_id = ANY ($1) AND expires_at > clock_timestamp() ORDER BY account_id, expires_at, id`,
);

/** The live proxies that leave from addresses, those of an account together, the first to end first. */
export function liveAt(tx: Transaction, addressIds: readonly number[]): Promise<LiveRow[]> {
  return tx.run(liveStatement, addressIds);
}

const restDaysStatement = statement<{ rest_days: number }, []>('proxies.rest_days', 'SELECT rest_days FROM stock_settings');

/** For how many days of 24 hours an address rests between two leases. */
export async function restDays(db: Queryable): Promise<number> {
  const [row] = await db.run(restDaysStatement);
  if (!row) throw new Error('the settings of the stock are gone');
  return row.rest_days;
}

const setRestStatement = statement<{ before: number }, [number]>(
  'proxies.set_rest_days',
  `UPDATE stock_settings SET rest_days = $1 FROM (SELECT rest_days FROM stock_settings FOR UPDATE) AS old
   RETURNING old.rest_days AS before`,
);

const applyRestStatement = statement<{ id: number }, [number]>(
  'proxies.apply_rest_days',
  // Leased, at rest, or free too early by the new setting; addresses without a proxy have nothing to rest from.
  `WITH changed AS MATERIALIZED (
     SELECT id FROM addresses
     WHERE retired_at IS NULL AND rest_days <> $1
       AND (free_at > now() OR $1 > rest_days AND EXISTS (
              SELECT FROM proxies WHERE address_id = addresses.id AND expires_at > now() - $1 * interval '24 hours'))
     ORDER BY free_at, id FOR UPDATE
   )
   UPDATE addresses SET free_at = free_at + ($1 - rest_days) * interval '24 hours', rest_days = $1
   FROM changed WHERE addresses.id = changed.id RETURNING addresses.id`,
);

/**
 * Changes the rest, also of addresses that are leased or at rest. What a purchase takes at the same moment may still rest as it was before.
 * @returns the rest as it was, and how many addresses have another end now.
 */
export async function setRestDays(tx: Transaction, days: number): Promise<{ before: number; moved: number }> {
  const [row] = await tx.run(setRestStatement, days);
  if (!row) throw new Error('the settings of the stock are gone');
  return { before: row.before, moved: (await tx.run(applyRestStatement, days)).length };
}
