/** Hosts and ports as clients spell them. */
import { isIPv6 } from 'node:net';
import type { Refusal } from '#server/kernel/refusals.ts';
import type { Target } from './handshake.ts';

/** What names of hosts are made of, dotted IPv4 literals among them; names of services use the underscore. */
const NAME = /^[A-Za-z0-9._-]{1,255}$/;
const AUTHORITY = /^(?:\[([^\]]*)\]|([^:@[\]]+))(?::(\d*))?$/;
const PORT = /^[1-9]\d{0,4}$/;

/** Whether a text is a name, an IPv4 literal, or an IPv6 literal without brackets and zone. Whether it exists is not asked. */
export function isHost(text: string): boolean {
  return NAME.test(text) || isPlainIpv6(text);
}

/**
 * Reads `host:port` or `[IPv6]:port` (RFC 3986, section 3.2, without userinfo). An absent or empty port stands for `defaultPort`;
 * null says that it has to be there.
 */
export function readAuthority(text: string, defaultPort: number | null): Target | Refusal {
  const match = AUTHORITY.exec(text);
  if (match === null) return 'malformed';
  const [, literal, name, digits = ''] = match;
  const port = digits === '' ? defaultPort : PORT.test(digits) ? Number(digits) : null;
  if (port === null || port > 65_535) return 'malformed';
  if (literal !== undefined) return isPlainIpv6(literal) ? { host: literal, port } : 'unsupported_address';
  return name !== undefined && NAME.test(name) ? { host: name, port } : 'unsupported_address';
}

function isPlainIpv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%');
}
