/** How full the bucket of the account's key is at this moment, as JSON. It lives with the API's door, which no procedure reaches. */
import { procedureContext } from '#app/_procedures/context.ts';
import { keyStanding } from '#server/rest/rate-limit/key-standing.ts';

export async function GET(): Promise<Response> {
  const { services, principal } = await procedureContext();
  const headers = { 'Cache-Control': 'no-store' };
  if (!principal) return new Response(null, { status: 401, headers });
  return Response.json(await keyStanding(services, principal.accountId), { headers });
}
