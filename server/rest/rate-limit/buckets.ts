/** Whose requests are counted together. */
import ipaddr from 'ipaddr.js';
import type { AccountId } from '#server/kernel/ids.ts';

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * The bucket of a client's address. One host commonly has a whole IPv6 /64 to itself, so that is one bucket; what is no address (a server
 * that cannot tell) shares a single one.
 */
export function addressBucket(address: string): string {
  if (IPV4.test(address)) return `ip:${address}`;
  if (!ipaddr.isValid(address)) return 'ip:unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `ip:${parsed.toString()}`;
  return `ip:${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** The bucket of an account's key. It is the account's, so a new key is no fresh start. */
export function keyBucket(accountId: AccountId): string {
  return `key:${accountId}`;
}
