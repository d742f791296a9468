/** The addresses that are not the open Internet's: closed networks, and whatever leads to this machine. */
import net from 'node:net';
import ipaddr from 'ipaddr.js';
import { CLOSED_NETWORKS } from './closed-networks.ts';
import { createNetworkList, parseNetwork } from './network-list.ts';
import { ownAddresses as ownAddressesNow } from './own-addresses.ts';

const OWN_ADDRESSES_MS = 60_000;

export interface InnerAddresses {
  /** @param ip a literal of the family, an IPv4 one as four plain decimals. */
  includes(ip: string, family: 4 | 6): boolean;
}

export interface InnerAddressesOptions {
  /**
   * The addresses of this machine, and networks in CIDR notation that are its own as a whole; asked for again after a minute. They are
   * closed although they are public: exit addresses are among them, and the machine's services answer there as they do on loopback.
   */
  readonly ownAddresses?: () => readonly string[];
  readonly now?: () => number;
}

export function createInnerAddresses({
  ownAddresses = ownAddressesNow,
  now = Date.now,
}: InnerAddressesOptions = {}): InnerAddresses {
  const closed = createNetworkList(CLOSED_NETWORKS.map(({ network }) => parseNetwork(network)));
  let own: ReadonlySet<string> = new Set();
  let ownNetworks = createNetworkList([]);
  let ownReadAt = Number.NEGATIVE_INFINITY;

  function isOwn(canonical: string, family: 4 | 6): boolean {
    if (now() - ownReadAt >= OWN_ADDRESSES_MS) {
      const all = ownAddresses();
      const single = all.filter((address) => !address.includes('/'));
      own = new Set(single.map((address) => (address.includes(':') ? canonicalIpv6(address) : address)));
      ownNetworks = createNetworkList(all.filter((address) => address.includes('/')).map(parseNetwork));
      ownReadAt = now();
    }
    return own.has(canonical) || ownNetworks.includes(canonical, family);
  }

  return {
    includes(ip, family) {
      if (closed.includes(ip, family)) return true;
      if (family === 4) return isOwn(ip, family);
      return isIsatap(ipaddr.IPv6.parse(ip)) || isOwn(canonicalIpv6(ip), family);
    },
  };
}

/** The one spelling that the system gives to an IPv6 address. */
export function canonicalIpv6(ip: string): string {
  return new net.SocketAddress({ address: ip, family: 'ipv6' }).address;
}

/** An interface identifier that embeds an IPv4 address (RFC 5214, section 6.1), under whatever prefix. */
function isIsatap(address: ipaddr.IPv6): boolean {
  return ((address.parts[4] ?? 0) & ~0x0200) === 0 && address.parts[5] === 0x5efe;
}
