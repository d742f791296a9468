/** The address that the site sees, under plain `next start`; the custom server answers this path itself. */
import { clientAddress, currentRequest } from '#server/kernel/request.ts';
import { services } from '#server/runtime.ts';
import { answerIp } from '#server/web/client-ip.ts';

async function handle(request: Request): Promise<Response> {
  const { env } = await services();
  // Next tells no handler the socket's address, and the header is to be believed of a trusted proxy only.
  const address =
    currentRequest()?.clientAddress ?? clientAddress('unknown', request.headers.get('x-forwarded-for'), env.TRUSTED_PROXIES);
  const { status, headers, body } = answerIp(request.method, request.url, address);
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

export const dynamic = 'force-dynamic';
export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
