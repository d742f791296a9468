/** What clients may reach: the open Internet, and nothing of the inside of wherever the entry point runs. */
import ipaddr from 'ipaddr.js';
import { canonicalIpv6, isInsideName } from './host.ts';
import { createNetworkList, type Network, parseNetwork } from './network-list.ts';
import { CLOSED_NETWORKS, CLOSED_PORTS } from './networks.ts';
import { ownAddresses as ownAddressesNow } from './own-addresses.ts';
import { createSiteTarget, type SiteTarget } from './site-target.ts';

const OWN_ADDRESSES_MS = 60_000;

export interface TargetRules {
  refusesPort(port: number): boolean;
  /** @param name as `readHost` gives it. */
  refusesName(name: string): boolean;
  /**
   * The operator's denied networks come first, then those it allows, then the addresses of this machine and the closed networks.
   * @param ip a literal of the family, an IPv4 one as four plain decimals.
   */
  refusesAddress(ip: string, family: 4 | 6): boolean;
  /** Exempt from all of the above. */
  readonly site: SiteTarget;
}

export interface TargetRulesOptions {
  /** GATEWAY_ALLOWED_NETWORKS and GATEWAY_DENIED_NETWORKS. */
  readonly allowed: readonly Network[];
  readonly denied: readonly Network[];
  /** SITE_URL. */
  readonly siteUrl: string;
  /**
   * The addresses of this machine, and networks in CIDR notation that are its own as a whole; asked for again after a minute. They are
   * closed although they are public: exit addresses are among them, and the machine's services answer there as they do on loopback.
   */
  readonly ownAddresses?: () => readonly string[];
  readonly now?: () => number;
}

/** @throws Error where SITE_URL has no host that a client could ask for. */
export function createTargetRules(options: TargetRulesOptions): TargetRules {
  const { ownAddresses = ownAddressesNow, now = Date.now } = options;
  const allowed = createNetworkList(options.allowed);
  const denied = createNetworkList(options.denied);
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
    site: createSiteTarget(options.siteUrl),
    refusesPort: (port) => CLOSED_PORTS.has(port),
    refusesName: isInsideName,
    refusesAddress(ip, family) {
      if (denied.includes(ip, family)) return true;
      if (allowed.includes(ip, family)) return false;
      if (closed.includes(ip, family)) return true;
      if (family === 4) return isOwn(ip, family);
      return isIsatap(ipaddr.IPv6.parse(ip)) || isOwn(canonicalIpv6(ip), family);
    },
  };
}

/** An interface identifier that embeds an IPv4 address (RFC 5214, section 6.1), under whatever prefix. */
function isIsatap(address: ipaddr.IPv6): boolean {
  return ((address.parts[4] ?? 0) & ~0x0200) === 0 && address.parts[5] === 0x5efe;
}
