/** What went wrong while Next made an answer, as a structured line in the log; the page shows only the digest. */
import type { Instrumentation } from 'next';

export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  // Next builds this file for every kind of runtime; the site runs in this one.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { services } = await import('#server/runtime.ts');
    const { currentRequest } = await import('#server/kernel/request.ts');
    const { log } = await services();
    const digest = error instanceof Error && 'digest' in error ? error.digest : undefined;
    // Without the query, which may hold what somebody typed, without the token of a buyer link, and without the headers, which hold the session.
    const path = request.path.split('?')[0]?.replace(/^\/b\/[^/]+/, '/b/…');
    const facts = { digest, path, route: context.routePath, requestId: currentRequest()?.requestId };
    log.error({ err: error, ...facts }, 'an answer could not be made');
  }
};
