/** Sign-in and sign-out, by next-auth: only what the pages need of it. */
import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { isFromThisSite } from '#app/_procedures/same-origin.ts';
import { readBody } from '#server/kernel/request-body.ts';
import { authOptions } from '#server/plugins/accounts/adapters/next-auth.ts';
import { services } from '#server/runtime.ts';

/**
 * next-auth has more routes. `_log` writes whatever a stranger sends into the log, and `session` tells of sessions that the account
 * ended; neither is reachable here.
 */
const routes: readonly string[] = ['GET csrf', 'GET signin', 'GET error', 'POST callback/credentials', 'POST signout'];

/** Bytes of a form: an address, a password, a code and a page to go to. */
const MOST_BYTES = 10_240;

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  const route = `${request.method} ${(await context.params).nextauth.join('/')}`;
  if (!routes.includes(route)) return new Response(null, { status: 404 });
  const options = authOptions(await services());
  if (request.method !== 'POST') return NextAuth(request, context, options);
  if (!isFromThisSite(request.headers)) return new Response(null, { status: 403 });
  const { url, method, headers } = request;
  if (!headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return new Response(null, { status: 415 });
  const body = await readBody(request.body, MOST_BYTES);
  if (typeof body === 'string') return new Response(null, { status: body === 'too_large' ? 413 : 400 });
  return NextAuth(new NextRequest(url, { method, headers, body: Buffer.from(body) }), context, options);
}

export { handle as GET, handle as POST };
