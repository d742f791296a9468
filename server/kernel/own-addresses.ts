/** What this machine takes for itself: the addresses of its interfaces, and whatever else its routes deliver to it. */
import { readFileSync } from 'node:fs';
import os from 'node:os';

/**
 * Literals, and networks in CIDR notation. On Linux a network may be the machine's as a whole without any interface having its addresses
 * (`ip route add local …`, usual for large pools of exits), and an address stays the machine's while its interface has no carrier.
 */
export function ownAddresses(): string[] {
  const interfaces = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return [
    ...interfaces.map(({ address }) => address),
    ...localIpv4(textOf('/proc/net/fib_trie')),
    ...localIpv6(textOf('/proc/net/ipv6_route')),
  ];
}

/** @param trie the kernel's routes: an address on one line, its prefix and kind on the next ones. Only the tables that everything uses count. */
export function localIpv4(trie: string): string[] {
  const found = new Set<string>();
  let usual = false;
  let address = '';
  for (const line of trie.split('\n')) {
    const [, leaf] = /\|-- (\S+)/.exec(line) ?? [];
    const [, prefix] = /^ +\/(\d+) \w+ LOCAL/.exec(line) ?? [];
    if (/^\S/.test(line)) usual = line === 'Main:' || line === 'Local:';
    else if (leaf) address = leaf;
    else if (prefix && usual) found.add(cidr(address, Number(prefix), 32));
  }
  return [...found];
}

const RTF_LOCAL = 0x8000_0000;

/** @param routes a route a line: network and prefix in hexadecimal first, flags in the last column but one. A route of everything is a trick. */
export function localIpv6(routes: string): string[] {
  return routes.split('\n').flatMap((line) => {
    const [network = '', prefix = '', , , , , , , flags = ''] = line.split(/\s+/);
    const bits = Number.parseInt(prefix, 16);
    if (!(Number.parseInt(flags, 16) & RTF_LOCAL) || bits === 0) return [];
    return [cidr(network.replace(/(?<=.)(?=(?:.{4})+$)/g, ':'), bits, 128)];
  });
}

function cidr(address: string, prefix: number, bits: number): string {
  return prefix === bits ? address : `${address}/${prefix}`;
}

/** Nothing where the system has no such file. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
