/** The OpenAPI 3.1 document of the API, made from the schemas, the error table and the limits that the API itself works by. */
import type { z } from 'zod';
import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import type { ErrorTable } from '#server/kernel/errors.ts';
import { limits } from '#server/kernel/limits.ts';
import { errorTable } from '#server/site.ts';
import {
  answerHeaders,
  type Operation,
  type Outcome,
  operations,
  parts,
  refusalExample,
  refusalSchema,
  refusalsElsewhere,
  statusesOf,
} from './contract.ts';
import { type JsonSchema, namedSchemas, requestSchema } from './json-schema.ts';

/** Headers that some refusals have beside the common ones. */
const refusalHeaders: Readonly<Record<string, readonly string[]>> = {
  rate_limited: ['Retry-After'],
  daily_limit: ['Retry-After'],
  method_not_allowed: ['Allow'],
  missing_key: ['WWW-Authenticate'],
  invalid_key: ['WWW-Authenticate'],
};

const commonHeaders = Object.keys(answerHeaders).filter((name) => answerHeaders[name]?.always);

/** @param siteUrl without a trailing slash. */
export function openApiDocument(siteUrl: string): JsonSchema {
  const refusals = Object.keys(errorTable as ErrorTable).filter(isOfTheApi);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Reseller purchase API',
      version: '1.0.0',
      description: description(),
    },
    servers: [{ url: siteUrl + API_BASE_PATH }],
    security: [{ bearer: [] }, { apiKey: [] }],
    paths: Object.fromEntries(operations.map((operation) => [pathOf(operation), pathItem(operation)])),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key, generated in the client area.' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The same key. Beside Authorization it must be equal.',
        },
      },
      headers: Object.fromEntries(
        Object.entries(answerHeaders).map(([name, { description, schema }]) => [name, { description, schema }]),
      ),
      schemas: namedSchemas(shapes(refusals), componentUri),
    },
  };
}

/** Every shape that an answer has, and those within them that deserve a name, by that name. */
function shapes(refusals: readonly string[]): ReadonlyMap<string, z.ZodType> {
  return new Map<string, z.ZodType>([
    ...parts,
    ...operations.flatMap(({ outcomes }) => outcomes.map(({ name, schema }) => [name, schema] as const)),
    ...refusals.map((code) => [shapeName(code), refusalSchema(code)] as const),
  ]);
}

function componentUri(name: string): string {
  return `#/components/schemas/${name}`;
}

/** True for codes that the API answers with; the site's pages have others. */
function isOfTheApi(code: string): boolean {
  return refusalsElsewhere.includes(code) || operations.some(({ refusals }) => refusals.includes(code));
}

function pathOf({ path }: Operation): string {
  return path.slice(API_BASE_PATH.length);
}

function pathItem(operation: Operation): JsonSchema {
  const { id, method, summary, description, body } = operation;
  const parameters = [...parametersOf(operation, 'header'), ...parametersOf(operation, 'query')];
  return {
    [method.toLowerCase()]: {
      operationId: id,
      summary,
      description,
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(body
        ? {
            requestBody: {
              required: true,
              description: `At most ${limits.bodyBytes} bytes. Unknown fields are ignored; a field that stands twice is refused.`,
              content: { 'application/json': { schema: requestSchema(body.schema), example: body.example } },
            },
          }
        : {}),
      responses: responsesOf(operation),
    },
  };
}

function parametersOf(operation: Operation, place: 'header' | 'query'): object[] {
  const schema = place === 'header' ? operation.requestHeaders : operation.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = requestSchema(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    schema: rest,
  }));
}

/** The outcomes and refusals of a route by status. 502, 503 and 504 come from whatever stands in front, and are not JSON. */
function responsesOf({ outcomes, refusals, answerHeaders: own = [] }: Operation): JsonSchema {
  const headers = [...commonHeaders, ...own];
  const responses: Record<string, object> = {};
  for (const outcome of outcomes) responses[outcome.status] = outcomeResponse(outcome, headers);
  const codes = [...refusalsElsewhere, ...refusals];
  for (const status of new Set(codes.flatMap(statusesOf))) {
    responses[status] = refusalResponse(
      codes.filter((code) => statusesOf(code).includes(status)),
      headers,
    );
  }
  responses['503'] = {
    description:
      'Also 502 and 504. Momentarily unavailable, for example during a restart; the body is not JSON. Send the same request again after a ' +
      'few seconds, with the same key.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  };
  return responses;
}

function outcomeResponse({ name, meaning, example, headers: own = {} }: Outcome, common: readonly string[]): object {
  return {
    description: meaning,
    headers: headerRefs([...common, ...Object.keys(own)]),
    content: {
      'application/json': { schema: { $ref: componentUri(name) }, examples: { [name]: { value: example } } },
    },
  };
}

function refusalResponse(codes: readonly string[], common: readonly string[]): object {
  const refs = codes.map((code) => ({ $ref: componentUri(shapeName(code)) }));
  return {
    description: codes.map((code) => `\`${code}\`: ${(errorTable as ErrorTable)[code]?.meaning}`).join('\n\n'),
    headers: headerRefs([...common, ...new Set(codes.flatMap((code) => refusalHeaders[code] ?? []))]),
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(codes.map((code) => [code, { value: refusalExample(code) }])),
      },
    },
  };
}

function headerRefs(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** `out_of_stock` as a component's name: `OutOfStock`. */
function shapeName(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function description(): string {
  const { min, max } = limits.idempotencyKeyLength;
  return [
    'Read the balance, check stock and price, and buy ISP proxies against the balance. Amounts are euros with at most two decimals, VAT ' +
      'included; times are ISO 8601 in UTC.',
    'The API is for server-side use over HTTPS: calls from a browser are refused. Paths are matched exactly.',
    `Limits: ${limits.requestsPerMinutePerKey} requests a minute for a key and ${limits.requestsPerMinutePerAddress} for an address (sliding ` +
      `windows), ${limits.proxiesPerOrder} proxies an order, ${limits.proxiesPerDay} proxies over any ${limits.capWindowSeconds / 3_600} ` +
      `hours, ${limits.bodyBytes} bytes a body, ${min} to ${max} characters an Idempotency-Key. Support grants higher caps.`,
    'Fields may be added to answers: ignore those that you do not know.',
  ].join('\n\n');
}
