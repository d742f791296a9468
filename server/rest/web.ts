/** The API's door for HTTP stacks that speak Request and Response, such as Next. */
import type { RequestFacts } from '#server/kernel/request.ts';
import { readBody } from '#server/kernel/request-body.ts';
import type { Services } from '#server/kernel/services.ts';
import { type ApiCall, originForm } from './call.ts';
import { answerCall } from './door.ts';

/** Answers a request to the API (specification section 4). Never throws. */
export async function handleApiRequest(services: Services, request: Request, facts: RequestFacts): Promise<Response> {
  const { status, headers, body } = await answerCall(services, callOf(request), facts);
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

function callOf(request: Request): ApiCall {
  return {
    method: request.method,
    target: originForm(request.url),
    header: (name) => request.headers.get(name),
    readBody: (mostBytes) => readBody(request.body, mostBytes),
  };
}
