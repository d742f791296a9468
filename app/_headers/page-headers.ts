/** The security headers of a page. */

interface PageRequest {
  readonly nonce: string;
  readonly https: boolean;
  readonly development: boolean;
  readonly path: string;
}

/** Addresses that are secrets themselves, those of buyer links: nobody else is to hear of them, and no search engine to keep them. */
const SECRET_PATHS = '/b/';

/**
 * @param nonce marks the scripts and style elements of this one answer.
 * @param https whether the site is served over https: browsers then never come by http again.
 * @param development Next evaluates code to reload it.
 * @param path of the page.
 */
export function pageHeaders({ nonce, https, development, path }: PageRequest) {
  const secret = path.startsWith(SECRET_PATHS);
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    // In development the overlay and reloaded styles bring elements without a nonce.
    `style-src-elem 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Components carry their measures in style attributes, which can run nothing.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': secret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    ...(secret ? { 'X-Robots-Tag': 'noindex, nofollow' } : {}),
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(https ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}),
  };
}
