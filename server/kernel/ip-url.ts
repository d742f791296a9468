/** Where the site tells a client its address, by which anybody checks a proxy (specification section 1). */

export const IP_PATH = '/api/ip';

/** @param siteUrl without a trailing slash. */
export function ipUrl(siteUrl: string): string {
  return siteUrl + IP_PATH;
}
