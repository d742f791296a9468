/** The API's door for HTTP stacks that speak Request and Response, such as Next. */
import type { RequestFacts } from '#server/kernel/request.ts';
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

async function readBody(body: ReadableStream<Uint8Array> | null, mostBytes: number): ReturnType<ApiCall['readBody']> {
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop early cancels the stream.
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > mostBytes) return 'too_large';
      chunks.push(chunk);
    }
  } catch {
    return 'broken_off';
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}
