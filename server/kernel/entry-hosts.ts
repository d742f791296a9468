/**
 * Where the entry points of suppliers are: looked up and judged at each connection, for what a name stands for is its owner's to change. The
 * address that comes out is the one to connect to.
 */
import net from 'node:net';
import { createInnerAddresses, type InnerAddresses } from './inner-addresses.ts';
import { createSystemNames, type SystemNames } from './system-names.ts';

/** `inside`: only addresses that nobody elsewhere may have this machine connect to. */
export type EntryHost = { readonly ip: string } | { readonly problem: 'unknown' | 'inside' };

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
      const ip = outside ? addresses.find((address) => !inner.includes(address, net.isIPv4(address) ? 4 : 6)) : addresses[0];
      if (ip !== undefined) done({ ip });
      else done({ problem: addresses.length > 0 ? 'inside' : 'unknown' });
    };
    if (net.isIP(host) !== 0) judge([host]);
    else names.resolve(host, judge);
  };
}
