/** The networks that nobody elsewhere may have this machine connect to, each with the reason. */

/** A network in CIDR notation and why it is closed. */
interface ClosedNetwork {
  readonly network: string;
  readonly why: string;
}

/**
 * After IANA's registries of special-purpose addresses. What an IPv6 address embeds of IPv4 is closed as a whole:
 * where such an address leads depends on gateways that the rules cannot see. IPv4-mapped literals are judged as the
 * IPv4 address before they get here.
 */
export const CLOSED_NETWORKS: readonly ClosedNetwork[] = [
  { network: '0.0.0.0/8', why: 'this network; 0.0.0.0 reaches the machine itself' },
  { network: '10.0.0.0/8', why: 'private' },
  { network: '100.64.0.0/10', why: 'shared address space behind carriers, and metadata of some clouds' },
  { network: '127.0.0.0/8', why: 'loopback' },
  { network: '168.63.129.16/32', why: 'a cloud serves its machines under this address, although it looks public' },
  { network: '169.254.0.0/16', why: 'link-local, and metadata of most clouds' },
  { network: '172.16.0.0/12', why: 'private' },
  { network: '192.0.0.0/24', why: 'protocol assignments, and metadata of some clouds' },
  { network: '192.0.2.0/24', why: 'documentation' },
  { network: '192.31.196.0/24', why: 'anycast sink of reverse names' },
  { network: '192.52.193.0/24', why: 'tunnels to multicast' },
  { network: '192.88.99.0/24', why: 'relays of 6to4' },
  { network: '192.168.0.0/16', why: 'private' },
  { network: '192.175.48.0/24', why: 'anycast sink of private reverse names' },
  { network: '198.18.0.0/15', why: 'benchmarks' },
  { network: '198.51.100.0/24', why: 'documentation' },
  { network: '203.0.113.0/24', why: 'documentation' },
  { network: '224.0.0.0/4', why: 'multicast' },
  { network: '240.0.0.0/4', why: 'reserved, and broadcast' },
  { network: '::/3', why: 'not global: unspecified, loopback, IPv4-mapped and -compatible, NAT64, discard' },
  { network: '4000::/2', why: 'not assigned, and segment routing' },
  { network: '8000::/1', why: 'not global: unique local, link-local, multicast' },
  { network: '2001::/23', why: 'protocol assignments: Teredo, ORCHID, benchmarks' },
  { network: '2001:db8::/32', why: 'documentation' },
  { network: '2002::/16', why: '6to4' },
  { network: '2620:4f:8000::/48', why: 'anycast sink of private reverse names' },
  { network: '3fff::/20', why: 'documentation' },
];
