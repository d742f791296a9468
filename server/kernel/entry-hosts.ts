/**
 * Where the entry points of suppliers are: looked up and judged at each connection, for what a name stands for is its owner's to change. What
 * comes out is what to connect to.
 */
import net from 'node:net';
import { createInnerAddresses, type InnerAddresses } from './inner-addresses.ts';
import { createSystemNames, type SystemNames } from './system-names.ts';

/** Literals in the system's order of preference, at least one; or why there are none. `inside`: all are closed to whoever is elsewhere. */
export type EntryHost = { readonly ips: readonly string[] } | { readonly problem: 'unknown' | 'inside' };

/**
 * @param outside whether the host was told by somebody elsewhere: then it has to be on the internet. What the operator gave, or a supplier on
 * this very machine, may be anywhere, also under a name that this machine alone knows.
 * @param done called once, possibly before the call returns.
 */
export type FindEntryHost = (host: string, outside: boolean, done: (found: EntryHost) => void) => void;

export function createEntryHosts({
  names = createSystemNames(),
  inner = createInnerAddresses(),
}: {
  names?: SystemNames;
  inner?: InnerAddresses;
} = {}): FindEntryHost {
  return (host, outside, done) => {
    const judge = (addresses: readonly string[]) => {
      const ips = outside ? addresses.filter((address) => !inner.includes(address, net.isIPv4(address) ? 4 : 6)) : addresses;
      if (ips.length > 0) done({ ips });
      else done({ problem: addresses.length > 0 ? 'inside' : 'unknown' });
    };
    if (net.isIP(host) !== 0) judge([host]);
    else names.resolve(host, judge);
  };
}
