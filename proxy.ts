/** Headers of every page (Next calls this file its proxy). It authorises nothing: each page and handler does that itself. */
import { type NextRequest, NextResponse } from 'next/server';
import { pageHeaders } from '#app/_headers/page-headers.ts';

export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const headers = pageHeaders({
    nonce,
    https: process.env.SITE_URL?.startsWith('https:') ?? false,
    development: process.env.NODE_ENV === 'development',
    path: request.nextUrl.pathname,
  });
  // Next reads the nonce out of the policy, the root layout out of x-nonce.
  const forwarded = new Headers(request.headers);
  forwarded.set('x-nonce', nonce);
  forwarded.set('content-security-policy', headers['Content-Security-Policy']);
  const response = NextResponse.next({ request: { headers: forwarded } });
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Everything but static files and the handlers that set headers of their own. */
export const config = { matcher: '/((?!_next/static|api/v1/|api/payments/|api/health|api/ip$|api/openapi.json).*)' };
