/** The OpenAPI document of the REST API. */
import { openApiDocument } from '#server/rest/openapi.ts';
import { services } from '#server/runtime.ts';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  const { env } = await services();
  // Tools in a browser read it too; unlike the API itself it holds nothing of anybody's.
  return Response.json(openApiDocument(env.SITE_URL), {
    headers: { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' },
  });
}
