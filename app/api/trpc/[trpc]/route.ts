/** Procedures for the pages of this site, and for nobody else: other origins are refused, and there is no CORS header. */
import { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { procedureContext } from '#app/_procedures/context.ts';
import { procedureLimits } from '#app/_procedures/limits.ts';
import { isOfAnother } from '#app/_procedures/page-account.ts';
import { isFromThisSite, isJson } from '#app/_procedures/same-origin.ts';
import { PublicError } from '#server/kernel/errors.ts';
import { networkOf } from '#server/kernel/network.ts';
import { readBody } from '#server/kernel/request-body.ts';
import { rateLimitStore } from '#server/rest/rate-limit/site-store.ts';
import { appRouter } from '#server/site.ts';

async function handle(request: Request): Promise<Response> {
  if (!isFromThisSite(request.headers)) return refusal(403, 'Procedures are for the pages of this site.');
  if (request.method === 'POST' && !isJson(request.headers)) return refusal(415, 'Send application/json.');
  if (Number(request.headers.get('content-length') ?? 0) > procedureLimits.bodyBytes) return refusal(413, 'Send less at once.');
  const context = await procedureContext();
  const store = await rateLimitStore(context.services);
  const bucket = `procedures:${networkOf(context.clientAddress)}`;
  const { allowed, resetSeconds } = await store.take(bucket, procedureLimits.requestsPerMinutePerAddress);
  if (!allowed) return refusal(429, 'Too many requests. Try again in a minute.', { 'Retry-After': String(resetSeconds) });
  // A body that came in chunks did not say how long it is.
  const body = request.body && (await readBody(request.body, procedureLimits.bodyBytes));
  if (body === 'too_large') return refusal(413, 'Send less at once.');
  if (body === 'broken_off') return refusal(400, 'The body broke off.');
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: body ? new Request(request.url, { method: request.method, headers: request.headers, body: Buffer.from(body) }) : request,
    router: appRouter,
    maxBatchSize: procedureLimits.callsPerBatch,
    createContext() {
      if (!isOfAnother(request.headers, context.principal)) return context;
      throw new TRPCError({ code: 'PRECONDITION_FAILED', message: 'This page is of another account. Load it again.' });
    },
    responseMeta: () => ({ headers: new Headers({ 'Cache-Control': 'no-store', 'X-Request-Id': context.requestId }) }),
    onError({ error, path }) {
      if (error.code !== 'INTERNAL_SERVER_ERROR' || error.cause instanceof PublicError) return;
      context.services.log.error({ err: error, path, requestId: context.requestId }, 'a procedure failed');
    },
  });
}

function refusal(status: number, text: string, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...more },
  });
}

export { handle as GET, handle as POST };
