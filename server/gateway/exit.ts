/** How the traffic of a proxy leaves. */

/** From an address of this machine. */
export interface AddressExit {
  readonly kind: 'address';
  /** IPv4 or IPv6 literal in its canonical form. */
  readonly ip: string;
}

/** Through another proxy, that a supplier gave. */
export interface UpstreamExit {
  readonly kind: 'upstream';
  readonly protocol: 'socks5' | 'http';
  readonly host: string;
  /** It was told by a supplier elsewhere, and has to be on the internet (kernel/entry-hosts.ts). */
  readonly outside: boolean;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

export type Exit = AddressExit | UpstreamExit;
