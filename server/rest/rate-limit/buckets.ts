/** Whose requests are counted together. */
import type { AccountId } from '#server/kernel/ids.ts';
import { networkOf } from '#server/kernel/network.ts';

/** The bucket of a client's address; what is no address (a server that cannot tell) shares a single one. */
export function addressBucket(address: string): string {
  return `ip:${networkOf(address)}`;
}

/** The bucket of an account's key. It is the account's, so a new key is no fresh start. */
export function keyBucket(accountId: AccountId): string {
  return `key:${accountId}`;
}
