/** Reads the host that a client asks for: a literal, a name, or nothing that anybody should try to interpret. */
import net from 'node:net';
import { canonicalIpv6 } from '#server/kernel/inner-addresses.ts';

export type Host =
  | { readonly kind: 'address'; readonly ip: string; readonly family: 4 | 6 }
  | { readonly kind: 'name'; readonly name: string };

const nameShape = /^(?:[A-Za-z0-9_-]{1,63}\.)*[A-Za-z0-9_-]{1,63}$/;
// What ends like a number is an IPv4 address to many parsers, in hexadecimal, octal or fewer than four parts.
const numericEnd = /(?:^|\.)(?:\d+|0[xX][\dA-Fa-f]*)$/;
const insideName = /(?:^|\.)(?:localhost|local|localdomain|internal|home\.arpa)$/;

/**
 * IPv4 only as four plain decimals; IPv6 in any spelling without zone and brackets, which comes out canonical; IPv4 mapped into
 * IPv6 comes out as the IPv4 address. Names in ASCII letters, digits, hyphens and underscores, at most 253 bytes, come out in
 * lower case and without the dot at the end.
 */
export function readHost(host: string): Host | 'invalid' {
  const family = net.isIP(host);
  if (family === 4) return { kind: 'address', ip: host, family };
  if (family === 6) return host.includes('%') ? 'invalid' : readIpv6(host);
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  if (name.length > 253 || !nameShape.test(name) || numericEnd.test(name)) return 'invalid';
  return { kind: 'name', name: name.toLowerCase() };
}

function readIpv6(host: string): Host {
  const ip = canonicalIpv6(host);
  // Only a mapped address is written like this; ipaddr.js would take the deprecated ::1.2.3.4 for one as well.
  return ip.startsWith('::ffff:') && ip.includes('.')
    ? { kind: 'address', ip: ip.slice(7), family: 4 }
    : { kind: 'address', ip, family: 6 };
}

/**
 * Whether a name as `readHost` gives it means something on this machine or its own network: such a name is not even looked up.
 */
export function isInsideName(name: string): boolean {
  return !name.includes('.') || insideName.test(name);
}
