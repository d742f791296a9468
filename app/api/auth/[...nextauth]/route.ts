/** Sign-in and sign-out, by next-auth: only what the pages need of it. */
import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { isFromThisSite } from '#app/_procedures/same-origin.ts';
import { authOptions } from '#server/plugins/accounts/adapters/next-auth.ts';
import { services } from '#server/runtime.ts';

/**
 * next-auth has more routes. `_log` writes whatever a stranger sends into the log, and `session` tells of sessions that the account
 * ended; neither is reachable here.
 */
const routes: readonly string[] = ['GET csrf', 'GET signin', 'GET error', 'POST callback/credentials', 'POST signout'];

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  const route = `${request.method} ${(await context.params).nextauth.join('/')}`;
  if (!routes.includes(route)) return new Response(null, { status: 404 });
  if (request.method === 'POST' && !isFromThisSite(request.headers)) return new Response(null, { status: 403 });
  return NextAuth(request, context, authOptions(await services()));
}

export { handle as GET, handle as POST };
