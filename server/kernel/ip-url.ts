/** Where the site tells a client its address, by which anybody checks a proxy (specification section 1). */

export const IP_PATH = '/api/ip';

/** @param siteUrl without a trailing slash. */
export function ipUrl(siteUrl: string): string {
  return siteUrl + IP_PATH;
}

/** The same for programs: it answers JSON. */
export function ipJsonUrl(siteUrl: string): string {
  return `${ipUrl(siteUrl)}?format=json`;
}
