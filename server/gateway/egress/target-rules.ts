/** What clients may reach: the open Internet, and nothing of the inside of wherever the entry point runs. */
import { createInnerAddresses, type InnerAddressesOptions } from '#server/kernel/inner-addresses.ts';
import { createNetworkList, type Network } from '#server/kernel/network-list.ts';
import { isInsideName } from './host.ts';
import { createSiteTarget, type SiteTarget } from './site-target.ts';

/** Mail servers take mail on these; nobody may send it from a shop's addresses. 0 is no port. */
const CLOSED_PORTS: ReadonlySet<number> = new Set([0, 25, 465, 587]);

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

export interface TargetRulesOptions extends InnerAddressesOptions {
  /** GATEWAY_ALLOWED_NETWORKS and GATEWAY_DENIED_NETWORKS. */
  readonly allowed: readonly Network[];
  readonly denied: readonly Network[];
  /** SITE_URL. */
  readonly siteUrl: string;
}

/** @throws Error where SITE_URL has no host that a client could ask for. */
export function createTargetRules(options: TargetRulesOptions): TargetRules {
  const allowed = createNetworkList(options.allowed);
  const denied = createNetworkList(options.denied);
  const inner = createInnerAddresses(options);
  return {
    site: createSiteTarget(options.siteUrl),
    refusesPort: (port) => CLOSED_PORTS.has(port),
    refusesName: isInsideName,
    refusesAddress: (ip, family) => denied.includes(ip, family) || (!allowed.includes(ip, family) && inner.includes(ip, family)),
  };
}
