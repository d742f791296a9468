/**
 * The site itself as a target: the one host and port that clients reach wherever it stands, so that /api/ip answers everywhere.
 */
import { createSystemNames } from '#server/kernel/system-names.ts';
import { type Host, readHost } from './host.ts';

export interface SiteTarget {
  readonly port: number;
  /** Whether it was asked for as SITE_URL spells it. */
  matches(host: Host, port: number): boolean;
  /** Calls back at once where they are known, for clients that resolved the name themselves as well. */
  addresses(done: (addresses: readonly string[]) => void): void;
}

/**
 * @param siteUrl an http:// or https:// URL; only its host and port count.
 * @throws Error where the host is neither a literal nor a name.
 */
export function createSiteTarget(siteUrl: string): SiteTarget {
  const url = new URL(siteUrl);
  const port = url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80;
  const site = readHost(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (site === 'invalid') throw new Error(`SITE_URL has a host that no client could ask for: ${url.hostname}`);
  if (site.kind === 'address') {
    return {
      port,
      matches: (host, asked) => asked === port && host.kind === 'address' && host.ip === site.ip,
      addresses: (done) => done([site.ip]),
    };
  }
  const names = createSystemNames();
  return {
    port,
    matches: (host, asked) => asked === port && host.kind === 'name' && host.name === site.name,
    addresses: (done) => names.resolve(site.name, done),
  };
}
