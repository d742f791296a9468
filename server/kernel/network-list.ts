/** A set of networks that an address can be looked up in, quickly. */
import ipaddr from 'ipaddr.js';

export interface Network {
  readonly address: string;
  readonly prefix: number;
}

/** A network in CIDR notation; an address alone stands for itself. @throws Error for anything else. */
export function parseNetwork(text: string): Network {
  const [address, prefix] = text.includes('/') ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), text.includes(':') ? 128 : 32];
  return { address: address.toString(), prefix };
}

export interface NetworkList {
  /** @param ip a literal of the family, an IPv4 one as four plain decimals. */
  includes(ip: string, family: 4 | 6): boolean;
}

/** IPv4 networks become ranges of integers, since almost every connection asks; IPv6 ones are compared by prefix. */
export function createNetworkList(networks: readonly Network[]): NetworkList {
  const ranges: { first: number; last: number }[] = [];
  const prefixes: [ipaddr.IPv6, number][] = [];
  for (const { address, prefix } of networks) {
    if (address.includes(':')) prefixes.push([ipaddr.IPv6.parse(address), prefix]);
    else {
      const size = 2 ** (32 - prefix);
      const first = Math.floor(integerOf(address) / size) * size;
      ranges.push({ first, last: first + size - 1 });
    }
  }
  return {
    includes(ip, family) {
      if (family === 4) {
        if (ranges.length === 0) return false;
        const value = integerOf(ip);
        return ranges.some(({ first, last }) => value >= first && value <= last);
      }
      if (prefixes.length === 0) return false;
      const address = ipaddr.IPv6.parse(ip);
      return prefixes.some((prefix) => address.match(prefix));
    },
  };
}

function integerOf(ip: string): number {
  let value = 0;
  let octet = 0;
  for (let i = 0; i < ip.length; i += 1) {
    const code = ip.charCodeAt(i);
    if (code === 46) {
      value = value * 256 + octet;
      octet = 0;
    } else octet = octet * 10 + code - 48;
  }
  return value * 256 + octet;
}
