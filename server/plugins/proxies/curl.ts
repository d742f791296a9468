/** Calls of curl that use a proxy, for the pages and the reference. */

/** What a call is made of. The password may be a placeholder. */
export interface ProxyAccess {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/** `host:port` as it stands in an address: IPv6 literals in brackets. */
export function authority({ host, port }: Pick<ProxyAccess, 'host' | 'port'>): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** A shell goes on reading on the next line. */
const BREAK = ' \\\n  ';

/** One call for each protocol, over a few lines of a shell. @param url what to fetch through the proxy. */
export function curlLines(proxy: ProxyAccess, url: string): { readonly socks5: string; readonly http: string } {
  const entry = authority(proxy);
  const user = `--proxy-user '${proxy.username}:${proxy.password}'`;
  return {
    socks5: [`curl --socks5-hostname ${entry}`, user, url].join(BREAK),
    http: [`curl -x http://${entry}`, user, url].join(BREAK),
  };
}
