/** Giving a proxy another address in the place of a dead one. */
import type { Country } from '#prisma/generated/enums.ts';
import { statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId, ProxyId } from '#server/kernel/ids.ts';

/** A live proxy that leaves from an address of the pool. */
export interface ReplaceableRow {
  id: ProxyId;
  account_id: AccountId;
  order_id: OrderId;
  country: Country;
  username: string;
  address_id: number;
  ip: string;
  expires_at: Date;
  now: Date;
}

const lockStatement = statement<ReplaceableRow, [string]>(
  'proxies.lock_replaceable',
  `SELECT proxies.id, account_id, order_id, proxies.country, username, address_id, host(ip) AS ip, expires_at,
          date_trunc('milliseconds', clock_timestamp()) AS now
   FROM proxies JOIN addresses ON addresses.id = address_id
   WHERE proxies.id = $1 AND expires_at > clock_timestamp() FOR NO KEY UPDATE OF proxies`,
);

/** Locks a proxy, but not its address; null where it has expired, or leaves from no address of the pool. */
export async function lockReplaceable(tx: Transaction, id: string): Promise<ReplaceableRow | null> {
  return (await tx.run(lockStatement, id))[0] ?? null;
}

const moveStatement = statement<{ ip: string }, [string, number, Date]>(
  'proxies.move_to_address',
  `UPDATE proxies SET address_id = $2, address_since = greatest($3, created_at) FROM addresses
   WHERE proxies.id = $1 AND addresses.id = $2 RETURNING host(addresses.ip) AS ip`,
);

/** Lets a proxy leave from an address that was leased for it, from a moment on. @returns the address as it is written. */
export async function moveToAddress(tx: Transaction, id: ProxyId, addressId: number, since: Date): Promise<string> {
  const [row] = await tx.run(moveStatement, id, addressId, since);
  if (!row) throw new Error('a locked proxy is gone');
  return row.ip;
}
