/** What the reference page at /docs shows: plain data, made from the contract that the API itself works by, so that the page only renders. */
import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import type { ErrorRow, ErrorTable } from '#server/kernel/errors.ts';
import { limits } from '#server/kernel/limits.ts';
import { errorTable } from '#server/site.ts';
import { answerHeaders, type Operation, operations, refusalExample, refusalsElsewhere, statusesOf } from './contract.ts';
import { type Example, examplesOf } from './examples.ts';
import { type JsonSchema, namedSchemas, requestSchema } from './json-schema.ts';

/** A field of a request or an answer, or a header. Texts may hold `code` in backticks. */
export interface Field {
  /** With its path where it stands deeper: `proxies[].host`. */
  readonly name: string;
  /** `string`, `integer`, `number`, `boolean`, `array`, `object`, or the values that there are: `"fr" | "es" | "eu"`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** An answer when all went well. */
export interface ReferenceOutcome {
  readonly status: number;
  readonly meaning: string;
  /** `Idempotent-Replay: true` and the like. */
  readonly headers: readonly string[];
  readonly fields: readonly Field[];
  /** JSON, indented. */
  readonly example: string;
}

export interface ReferenceError {
  readonly code: string;
  /** Usually one; `order_failed` has two. */
  readonly statuses: readonly number[];
  readonly meaning: string;
  /** What a client does about it. */
  readonly action: string;
  readonly extraFields: readonly string[];
  /** JSON, indented. */
  readonly example: string;
}

export interface ReferenceRoute {
  /** For anchors: `getBalance`. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below the base address: `/buy`. */
  readonly path: string;
  readonly summary: string;
  /** Paragraphs. */
  readonly description: readonly string[];
  readonly requestHeaders: readonly Field[];
  readonly query: readonly Field[];
  readonly body: readonly Field[];
  readonly outcomes: readonly ReferenceOutcome[];
  /** Codes of its refusals, in the order of the checks; each is among `errors`. */
  readonly refusals: readonly string[];
  /** curl, TypeScript and Python, ready to paste. */
  readonly examples: readonly Example[];
}

export interface Reference {
  /** `https://…/api/v1/reseller`. */
  readonly baseUrl: string;
  readonly openApiUrl: string;
  /** How to authenticate, as paragraphs. */
  readonly authentication: readonly string[];
  readonly routes: readonly ReferenceRoute[];
  /** Headers of answers; `always` says that every one has it. */
  readonly answerHeaders: readonly (Omit<Field, 'required'> & { readonly always: boolean })[];
  /** By status, then code. */
  readonly errors: readonly ReferenceError[];
  readonly limits: readonly { readonly limit: string; readonly value: string; readonly exceeded: string }[];
  /** What a client should know beside the tables, as paragraphs. */
  readonly advice: readonly string[];
}

/** @param siteUrl without a trailing slash. */
export function reference(siteUrl: string): Reference {
  const baseUrl = siteUrl + API_BASE_PATH;
  return {
    baseUrl,
    openApiUrl: `${siteUrl}/api/openapi.json`,
    authentication: [
      'Send the API key with every request, as `Authorization: Bearer <API_KEY>` or as `X-API-Key: <API_KEY>`. Where both are sent they must ' +
        'be equal.',
      'An account has one key. It is generated, replaced and revoked in the client area, on the tab Reseller, and shown once, when it is ' +
        'generated. A new key ends the one before it at once. The key can only read stock, prices and the balance, and buy with the balance.',
      'Keep it on a server: calls from a browser are refused.',
    ],
    routes: operations.map((operation) => routeOf(operation, baseUrl)),
    answerHeaders: Object.entries(answerHeaders).map(([name, { description, schema, always = false }]) => {
      return { name, type: typeOf(schema), always, description };
    }),
    errors: errorsOf(),
    limits: limitRows(),
    advice,
  };
}

function routeOf(operation: Operation, baseUrl: string): ReferenceRoute {
  const { id, method, path, summary, description, requestHeaders, query, body, outcomes, refusals } = operation;
  const requestFields = (shape: Operation['query']) => (shape ? fieldsOf(requestSchema(shape)) : []);
  return {
    id,
    method,
    path: path.slice(API_BASE_PATH.length),
    summary,
    description: description.split('\n\n'),
    requestHeaders: [
      ...requestFields(requestHeaders),
      ...(body
        ? [{ name: 'Content-Type', type: '"application/json"', required: true, description: 'In UTF-8, uncompressed.' }]
        : []),
    ],
    query: requestFields(query),
    body: requestFields(body?.schema),
    outcomes: outcomes.map(({ status, name, meaning, schema, example, headers = {} }) => ({
      status,
      meaning,
      headers: Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
      fields: fieldsOf(namedSchemas(new Map([[name, schema]]), (part) => part)[name] ?? {}),
      example: JSON.stringify(example, null, 2),
    })),
    refusals: [...refusals],
    examples: examplesOf(operation, baseUrl),
  };
}

function fieldsOf(schema: JsonSchema, path = ''): Field[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = {
      name: path + name,
      type: typeOf(property),
      required: required.includes(name),
      description: String(property.description ?? ''),
    };
    return property.type === 'array' ? [field, ...fieldsOf(property.items as JsonSchema, `${path}${name}[].`)] : [field];
  });
}

function typeOf({ type, enum: values, const: value }: JsonSchema): string {
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ');
  return value === undefined ? String(type) : JSON.stringify(value);
}

function errorsOf(): ReferenceError[] {
  const used = new Set([...refusalsElsewhere, ...operations.flatMap(({ refusals }) => refusals)]);
  return Object.entries(errorTable as ErrorTable)
    .filter(([code]) => used.has(code))
    .map(([code, row]: [string, ErrorRow]) => ({
      code,
      statuses: statusesOf(code),
      meaning: row.meaning,
      action: row.action,
      extraFields: row.extra ?? [],
      example: JSON.stringify(refusalExample(code), null, 2),
    }))
    .sort((a, b) => (a.statuses[0] ?? 0) - (b.statuses[0] ?? 0) || a.code.localeCompare(b.code));
}

function limitRows(): Reference['limits'] {
  const { min, max } = limits.idempotencyKeyLength;
  const { min: lowest, max: highest } = limits.salePriceEuros;
  const day = `${limits.capWindowSeconds / 3_600} hours`;
  return [
    { limit: 'Proxies in one order', value: String(limits.proxiesPerOrder), exceeded: '400 `invalid_qty`' },
    {
      limit: `Proxies over any ${day}`,
      value: String(limits.proxiesPerDay),
      exceeded: '429 `daily_limit` with `remaining_today` and `Retry-After`',
    },
    { limit: 'Requests a minute with one key', value: String(limits.requestsPerMinutePerKey), exceeded: '429 `rate_limited`' },
    {
      limit: 'Requests a minute from one address',
      value: String(limits.requestsPerMinutePerAddress),
      exceeded: '429 `rate_limited`',
    },
    { limit: 'Request body', value: `100 KB (${limits.bodyBytes} bytes)`, exceeded: '413 `payload_too_large`' },
    { limit: 'Idempotency-Key', value: `${min} to ${max} characters`, exceeded: '400 `idempotency_key_required`' },
    { limit: '`price`', value: `${lowest} to ${highest} euros`, exceeded: '400 `invalid_price`' },
    { limit: '`qty` of GET /stock', value: `1 to ${limits.proxiesPerOrder}`, exceeded: 'clamped, no error' },
    { limit: 'Validity of a proxy', value: `${limits.proxyDays} days`, exceeded: '—' },
  ];
}

const advice: readonly string[] = [
  'There is no test environment: every purchase is real. Buy a single proxy to check an integration.',
  'Derive the Idempotency-Key from your own order and store it before the first call. After a timeout, a dropped connection, 409 ' +
    '`request_in_progress`, 429 or 5xx, send the same request with the same key again: it never buys twice. `order_failed` alone is not ' +
    'to be sent again; give its `order_id` to support.',
  '502, 503 and 504 may come from what stands in front of the service; their body is not JSON. Treat them as a reason to try again.',
  'An answer to a purchase that names another Idempotency-Key than yours was crossed with somebody else’s on the way: send the request ' +
    'again.',
  'Store the delivered credentials with your order. A replay gives the order’s current state, which a reset or renewal may have changed.',
  'Connect through `host` and `port` of the answer; the username says which proxy.',
  'Test `code`, never the text of `error`, and ignore fields that you do not know: some may be added.',
];
