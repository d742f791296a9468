/** What counts as one client among internet addresses. */
import ipaddr from 'ipaddr.js';

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * What stands for a client's address where clients are counted: an IPv4 address itself, the /64 of an IPv6 address (one host commonly has
 * all of it), `unknown` for what is no address.
 */
export function networkOf(address: string): string {
  // Requests mostly come like this, and this is on the way of every one.
  if (IPV4.test(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}

/**
 * An address in part, enough for its owner to recognise it and too little to find anybody: `203.0.113.x`, the /48 of IPv6, `unknown` for what
 * is no address.
 */
export function partOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.x`;
  const prefix = parsed.parts.slice(0, 3).map((part) => part.toString(16));
  return `${prefix.join(':')}::/48`;
}
