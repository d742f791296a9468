/** The published contract of the API: what each route takes and answers. The OpenAPI document, the reference page and the tests read it. */
import { z } from 'zod';
import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import type { ErrorRow, ErrorTable } from '#server/kernel/errors.ts';
import { limits } from '#server/kernel/limits.ts';
import { balanceSchema } from '#server/plugins/billing/schema.ts';
import { buyInput, createdOrderSchema, orderSchema, stockEntrySchema, stockSchema } from '#server/plugins/orders/schema.ts';
import { proxySchema } from '#server/plugins/proxies/schema.ts';
import { errorTable } from '#server/site.ts';

const { idempotencyKeyLength: keyLength } = limits;

/** An answer when all went well. */
export interface Outcome {
  readonly status: number;
  /** Name of the shape among the document's components. */
  readonly name: string;
  readonly meaning: string;
  readonly schema: z.ZodObject;
  readonly example: object;
  /** Response headers of its own, with their values. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A route as it is published. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly requestHeaders?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: { readonly schema: z.ZodObject; readonly example: object };
  /** Response headers of all its answers, beside those that every answer has. */
  readonly answerHeaders?: readonly string[];
  readonly outcomes: readonly Outcome[];
  /** Codes of its refusals, in the order of the checks (decision 2). */
  readonly refusals: readonly string[];
}

/** A zod object with `ok: true` in front. */
function ok<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  return z.object({ ok: z.literal(true).meta({ description: 'Always `true`.' }), ...schema.shape });
}

export const balanceAnswer = ok(balanceSchema);
export const stockAnswer = ok(stockSchema);
export const createdAnswer = ok(createdOrderSchema);
export const replayedAnswer = ok(orderSchema);

/** A response header. */
export interface AnswerHeader {
  readonly description: string;
  /** JSON Schema of its value. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Every answer has it, whatever its status. */
  readonly always?: true;
}

export const answerHeaders: Readonly<Record<string, AnswerHeader>> = {
  'Cache-Control': {
    description: 'Answers are for nobody else and hold for this moment only.',
    schema: { const: 'no-store' },
    always: true,
  },
  'RateLimit-Limit': {
    description: 'Requests a minute that the bucket nearest to exhaustion admits: the key’s or the address’s.',
    schema: { type: 'integer', enum: [limits.requestsPerMinutePerKey, limits.requestsPerMinutePerAddress] },
    always: true,
  },
  'RateLimit-Remaining': {
    description: 'Requests that this bucket would still admit at the moment.',
    schema: { type: 'integer', minimum: 0 },
    always: true,
  },
  'RateLimit-Reset': {
    description: 'Seconds until the oldest counted request leaves the bucket.',
    schema: { type: 'integer', minimum: 1, maximum: limits.rateWindowSeconds },
    always: true,
  },
  'X-Request-Id': {
    description: 'Names the request in the service’s logs; tell it to support.',
    schema: { type: 'string' },
    always: true,
  },
  'Retry-After': { description: 'Seconds to wait; with 429 only.', schema: { type: 'integer', minimum: 1 } },
  Allow: { description: 'The right method, alone; with 405 only.', schema: { type: 'string', enum: ['GET', 'POST'] } },
  'WWW-Authenticate': {
    description: '`Bearer`, with `error="invalid_token"` where there was a key; with 401 only.',
    schema: { type: 'string', enum: ['Bearer', 'Bearer error="invalid_token"'] },
  },
  'Idempotent-Replay': { description: 'The order existed already; on a replay only.', schema: { const: 'true' } },
  'Idempotency-Key': {
    description:
      'The key of the request, where it was well-formed; on purchases only. An answer that names another key is not the answer to this ' +
      'request: send it again.',
    schema: { type: 'string' },
  },
};

/** Shapes within answers that have a name of their own. */
export const parts: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['Proxy', proxySchema],
  ['StockEntry', stockEntrySchema],
]);

/** The fields that some refusals have beside `ok`, `code` and `error`, with a value for the examples. */
const extraFields: Readonly<Record<string, z.ZodType>> = {
  balance: z.number().meta({ description: 'Current balance, euros.', example: 1.2 }),
  required: z.number().meta({ description: 'What the order would debit, euros.', example: 2.61 }),
  available: z.int().min(0).meta({ description: 'Proxies of the country in stock at that moment.', example: 3 }),
  order_id: z.int().meta({ description: 'Order reference, to be given to support.', example: 1042 }),
  remaining_today: z.int().min(0).meta({ description: 'Proxies that may still be ordered in the rolling window.', example: 12 }),
};

/** The shape of a refusal. @throws Error where the code is not in the error table or has a field that the contract does not describe. */
export function refusalSchema(code: string): z.ZodObject {
  const extra = rowOf(code).extra ?? [];
  return z.object({
    ok: z.literal(false).meta({ description: 'Always `false`.' }),
    code: z.literal(code).meta({ description: 'Stable identifier, the one to test for.' }),
    error: z.string().meta({ description: 'Text for people. It may change; do not rely on it.' }),
    ...Object.fromEntries(extra.map((name) => [name, extraField(name)])),
  });
}

/** A refusal as it may arrive. */
export function refusalExample(code: string): object {
  const { text, extra = [] } = rowOf(code);
  return { ok: false, code, error: text, ...Object.fromEntries(extra.map((name) => [name, extraField(name).meta()?.example])) };
}

function extraField(name: string): z.ZodType {
  const field = extraFields[name];
  if (!field) throw new Error(`the contract does not describe the field ${name}`);
  return field;
}

function rowOf(code: string): ErrorRow {
  const row = (errorTable as ErrorTable)[code];
  if (!row) throw new Error(`the error table has no code ${code}`);
  return row;
}

/** Statuses that a code is answered with: the first answer of a failed order has another than its replays. */
export function statusesOf(code: string): readonly number[] {
  const { status, firstStatus } = rowOf(code);
  return firstStatus === undefined ? [status] : [status, firstStatus];
}

/** What every route may refuse with, in the order of the checks. */
const doorRefusals = ['rate_limited', 'method_not_allowed', 'browser_not_allowed', 'missing_key', 'invalid_key', 'not_reseller'];

const exampleProxy = {
  proxy_id: 'px_4mkd7wq2zr8ntb3c',
  host: 'proxy.example.com',
  port: 1080,
  username: 'ispk3v9x2mhw7qbd',
  password: 'Zk3vQ9x2LmHw7RbD5tYcN8sP',
  access: 'proxy.example.com:1080:ispk3v9x2mhw7qbd:Zk3vQ9x2LmHw7RbD5tYcN8sP',
  country: 'fr',
  expires_at: '2027-01-14T09:30:00.000Z',
};
const exampleOrder = {
  ok: true,
  order_id: 1042,
  country: 'fr',
  qty: 1,
  total_debited: 2.61,
  proxies: [exampleProxy],
  balance: 122.89,
};

export const operations: readonly Operation[] = [
  {
    id: 'getBalance',
    method: 'GET',
    path: `${API_BASE_PATH}/balance`,
    summary: 'Read the balance',
    description: 'The prepaid balance of the account.',
    outcomes: [
      {
        status: 200,
        name: 'Balance',
        meaning: 'The balance.',
        schema: balanceAnswer,
        example: { ok: true, balance: 125.5, currency: 'EUR' },
      },
    ],
    refusals: [...doorRefusals, 'server_error'],
  },
  {
    id: 'getStock',
    method: 'GET',
    path: `${API_BASE_PATH}/stock`,
    summary: 'Check stock and price',
    description:
      'Stock and price of an order of `qty` proxies, for each country on sale. `total` is what a purchase of that country and quantity ' +
      'would debit at this moment, discount included. Stock is shared across all clients and may change between calls.',
    query: z.object({
      qty: z
        .int()
        .default(1)
        .meta({
          description:
            `Quantity to price. A whole number below 1 or above ${limits.proxiesPerOrder} is clamped to that bound; ` +
            'anything else, or the parameter given twice, is `invalid_qty`.',
          example: 10,
        }),
    }),
    outcomes: [
      {
        status: 200,
        name: 'Stock',
        meaning: 'Stock and price, one entry a country.',
        schema: stockAnswer,
        example: {
          ok: true,
          currency: 'EUR',
          stock: [
            { country: 'fr', available: 812, qty: 10, total: 23.4, unit_price: 2.34 },
            { country: 'es', available: 140, qty: 10, total: 21.6, unit_price: 2.16 },
            { country: 'eu', available: 0, qty: 10, total: 20.3, unit_price: 2.03 },
          ],
        },
      },
    ],
    refusals: [...doorRefusals, 'invalid_qty', 'server_error'],
  },
  {
    id: 'buy',
    method: 'POST',
    path: `${API_BASE_PATH}/buy`,
    summary: 'Buy proxies',
    description:
      `Buys \`qty\` proxies of one country for ${limits.proxyDays} days and debits the balance. All or nothing: where balance or stock do not ` +
      'suffice nothing is debited. There is no test environment, every purchase is real: buy a single proxy to check an integration.\n\n' +
      'Derive the Idempotency-Key from your own order and store it before the first call. Sending the same request again under the same key ' +
      'is then always safe: it gives the same order, never a second one. Only `order_failed` must not be sent again.',
    requestHeaders: z.object({
      'Idempotency-Key': buyInput.shape.idempotencyKey.meta({
        description:
          'Names the order; unique per order within the account, for ever. ' +
          `${keyLength.min} to ${keyLength.max} letters, digits and the characters \`.\` \`_\` \`:\` \`-\`; case counts.`,
        example: 'order-2026-000123',
      }),
    }),
    body: {
      schema: buyInput.omit({ idempotencyKey: true }),
      example: { country: 'fr', qty: 1, price: 4.5 },
    },
    answerHeaders: ['Idempotency-Key'],
    outcomes: [
      {
        status: 201,
        name: 'CreatedOrder',
        meaning: 'The order was made: debited, delivered, invoiced.',
        schema: createdAnswer,
        example: { ...exampleOrder, discount: 0.29, listed_in_resale: true },
      },
      {
        status: 200,
        name: 'ReplayedOrder',
        meaning:
          'The order that this key made before, from its current state; nothing was debited. `discount` and `listed_in_resale` are omitted, ' +
          'and a different `price` is ignored.',
        schema: replayedAnswer,
        example: exampleOrder,
        headers: { 'Idempotent-Replay': 'true' },
      },
    ],
    refusals: [
      ...doorRefusals,
      'unsupported_media_type',
      'payload_too_large',
      'invalid_json',
      'idempotency_key_required',
      'invalid_country',
      'invalid_qty',
      'invalid_price',
      'idempotency_key_reused',
      'request_in_progress',
      'order_failed',
      'daily_limit',
      'insufficient_balance',
      'out_of_stock',
      'server_error',
    ],
  },
];

/** Refusals of no route in particular. */
export const refusalsElsewhere: readonly string[] = ['bad_request', 'not_found'];
