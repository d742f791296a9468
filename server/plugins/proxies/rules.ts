/** How a proxy is written down, in one string and as calls of curl; and what to look for where somebody searches for one. */
import { authority } from '#server/kernel/authority.ts';

/** How much of an account's proxies is given at once. */
export const listLimits = {
  pageSize: 50,
  /** Credentials in one answer. */
  credentials: 1_000,
  /** Proxies that are chosen by their ids: as many as fit into a request. */
  chosen: 4_000,
  /** Proxies that one filter gives the ids of. */
  ids: 10_000,
} as const;

export const proxySorts = ['newest', 'oldest', 'expires_first', 'expires_last'] as const;
export type ProxySort = (typeof proxySorts)[number];

/** By what a proxy is used. The password may be a placeholder. */
export interface ProxyAccess {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/**
 * `host:port:username:password` (specification section 2). An IPv6 host stands in brackets here, for it has colons of its own.
 */
export function accessString({ host, port, username, password }: ProxyAccess): string {
  return [authority(host, port), username, password].join(':');
}

/** A shell goes on reading on the next line. */
const BREAK = ' \\\n  ';

/** One call for each protocol, over a few lines of a shell. @param url what to fetch through the proxy. */
export function curlLines(
  { host, port, ...login }: ProxyAccess,
  url: string,
): { readonly socks5: string; readonly http: string } {
  const entry = authority(host, port);
  const user = `--proxy-user '${login.username}:${login.password}'`;
  return {
    socks5: [`curl --socks5-hostname ${entry}`, user, url].join(BREAK),
    http: [`curl -x http://${entry}`, user, url].join(BREAK),
  };
}

/** A whole proxy id or username. */
const NAME = /(?:^|[^a-z0-9_])(px_[a-z0-9]{16}|isp[a-z0-9]{13})(?![a-z0-9])/i;

/**
 * What a typed text looks for: a part of an id or username. Of a pasted credential, in whatever form, only the username is left, so
 * that no password comes into the address of a page.
 */
export function searchTerm(typed: string): string {
  return (NAME.exec(typed)?.[1] ?? typed.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ')).trim().toLowerCase();
}
