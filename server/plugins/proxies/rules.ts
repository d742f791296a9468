/** How a proxy is written down: in one string, and as calls of curl for the pages and the reference. */
import { authority } from '#server/kernel/authority.ts';

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
