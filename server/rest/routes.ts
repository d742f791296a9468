/** The three routes of the API, as one table onto procedures (specification section 4). */
import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import { idempotencyKeyIn, limits } from '#server/kernel/limits.ts';
import type { createCaller } from '#server/site.ts';
import type { ApiCall } from './call.ts';
import { parseJsonObject } from './json-body.ts';
import { isJson } from './media-type.ts';
import { stockQty } from './stock-query.ts';

type Caller = ReturnType<typeof createCaller>;

/** What a procedure is given, or the code of the error that kept it from being read. */
type Reading = { readonly input: unknown } | { readonly refused: string };

/** What an answer says when all went well; `ok` comes on top. */
export interface Rendered {
  readonly status: number;
  readonly data: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** In full, as it must be spelled (decision 1). */
  readonly path: string;
  /** Headers of a call that every answer to it has as well, so that it tells what it is the answer to (decision 241). */
  echo?(call: ApiCall): Readonly<Record<string, string>>;
  /** Reads what the procedure is given; the procedure's own schema checks it. */
  read(call: ApiCall, query: string): Reading | Promise<Reading>;
  /** Calls the procedure and says how its result looks. */
  run(caller: Caller, input: unknown): Promise<Rendered>;
}

const balance: Route = {
  method: 'GET',
  path: `${API_BASE_PATH}/balance`,
  read: () => ({ input: undefined }),
  run: async (caller) => ({ status: 200, data: await caller.billing.balance() }),
};

const stock: Route = {
  method: 'GET',
  path: `${API_BASE_PATH}/stock`,
  read(_call, query) {
    const qty = stockQty(query);
    return qty === null ? { refused: 'invalid_qty' } : { input: { qty } };
  },
  run: async (caller, input) => ({ status: 200, data: await caller.orders.stock(input as Input<'stock'>) }),
};

const buy: Route = {
  method: 'POST',
  path: `${API_BASE_PATH}/buy`,
  echo(call): Readonly<Record<string, string>> {
    const key = idempotencyKeyIn(call.header('idempotency-key'));
    return key === null ? {} : { 'Idempotency-Key': key };
  },
  async read(call) {
    if (!isJson(call.header('content-type'), call.header('content-encoding'))) return { refused: 'unsupported_media_type' };
    const announced = Number(call.header('content-length') ?? 0);
    const body = announced > limits.bodyBytes ? 'too_large' : await call.readBody(limits.bodyBytes);
    if (body === 'too_large') return { refused: 'payload_too_large' };
    const members = body === 'broken_off' ? null : parseJsonObject(body);
    if (members === null) return { refused: 'invalid_json' };
    const idempotencyKey = call.header('idempotency-key') ?? undefined;
    return { input: { idempotencyKey, country: members.country, qty: members.qty, price: members.price } };
  },
  async run(caller, input) {
    const { outcome, order } = await caller.orders.buy(input as Input<'buy'>);
    return outcome === 'created'
      ? { status: 201, data: order }
      : { status: 200, data: order, headers: { 'Idempotent-Replay': 'true' } };
  },
};

/** What comes over the wire is anything at all; procedures say of what shape it must be, and check. */
type Input<Procedure extends 'stock' | 'buy'> = Parameters<Caller['orders'][Procedure]>[0];

export const routes: readonly Route[] = [balance, stock, buy];
