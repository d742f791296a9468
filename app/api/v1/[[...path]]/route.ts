/** The REST API under plain `next start`; the custom server hands its paths to the same door before Next sees them. */
import { clientAddress, currentRequest, newRequestId } from '#server/kernel/request.ts';
import { handleApiRequest } from '#server/rest/web.ts';
import { services } from '#server/runtime.ts';

async function handle(request: Request): Promise<Response> {
  const open = await services();
  return handleApiRequest(open, request, currentRequest() ?? factsOf(request, open.env.TRUSTED_PROXIES));
}

/** Next tells no handler the socket's address, and what a client forged it must not believe: without trusted proxies all share one bucket. */
function factsOf(request: Request, trustedProxies: number) {
  const address = clientAddress('unknown', request.headers.get('x-forwarded-for'), trustedProxies);
  return { requestId: newRequestId(), clientAddress: address };
}

export const dynamic = 'force-dynamic';
export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
