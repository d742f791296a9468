/** Tells the site's own pages from other origins, before anything is done in the name of a signed-in browser. */

/**
 * Whether a request comes from a page of this site, or from no browser at all. Browsers say so in `Sec-Fetch-Site`, which no page can
 * forge; where they do not send it (plain http away from localhost), `Origin` has to be the host that was asked.
 */
export function isFromThisSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin === null || URL.parse(origin)?.host === headers.get('host');
}

/** Whether a body is declared as JSON, which no plain HTML form can send. */
export function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}
