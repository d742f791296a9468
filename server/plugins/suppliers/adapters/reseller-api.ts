/** A client of the API that this site itself offers, as another site offers it (specification sections 4, 5 and 7). */
import type { Country } from '#prisma/generated/enums.ts';
import { idempotencyKeyIn } from '#server/kernel/limits.ts';
import type { Cents } from '#server/kernel/money.ts';
import { type Meaning, meaningOf, type RemoteDelivery } from '../rules.ts';
import { balanceAnswer, codeSchema, orderAnswer, stockAnswer } from '../schema.ts';

/** Where to call, and how long to wait for an answer. */
export interface ResellerApi {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly patienceMs: number;
}

/** What came of asking to buy. `code`: the supplier's own, or what went wrong on the way to it; no secrets. */
export type BuyAnswer =
  | { readonly meaning: 'delivered'; readonly delivery: RemoteDelivery }
  | {
      readonly meaning: Meaning;
      readonly code: string;
      readonly orderId: number | null;
      readonly afterSeconds: number | null;
      /** Whether the supplier itself is at fault: it cannot be reached, or does not know what happened. */
      readonly down: boolean;
    };

/** More than fifty proxies need. */
const MOST_BYTES = 1_048_576;
/** The longest wait that the API tells of: until its rolling window of 24 hours has room. */
const MOST_WAIT_SECONDS = 24 * 60 * 60;

/** Buys under an idempotency key. Never throws: what goes wrong on the way is an answer as well. */
export async function buy(api: ResellerApi, key: string, order: { country: Country; qty: number }): Promise<BuyAnswer> {
  const answer = await call(api, '/buy', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(order),
  });
  if ('failed' in answer) return { meaning: 'again', code: answer.failed, orderId: null, afterSeconds: null, down: true };
  const { status, json, retryAfter } = answer;
  // Crossed with another's on the way: it says nothing of our purchase (decision 241).
  if (answer.key !== null && answer.key !== key)
    return { meaning: 'again', code: 'not_ours', orderId: null, afterSeconds: null, down: true };
  if (status === 200 || status === 201) {
    const delivery = orderAnswer.safeParse(json);
    if (delivery.success) return { meaning: 'delivered', delivery: delivery.data };
    return { meaning: 'again', code: 'not_understood', orderId: null, afterSeconds: null, down: true };
  }
  const { code } = codeSchema.parse(json);
  return {
    meaning: meaningOf(status, code),
    code: code ?? `http_${status}`,
    orderId: orderIdIn(json),
    afterSeconds: retryAfter,
    down: code === null || code === 'server_error',
  };
}

/** What a supplier has and takes, and our balance there. */
export interface Seen {
  readonly stock: readonly { country: Country; available: number; unitCents: Cents }[];
  readonly balanceCents: Cents;
}

/** Looks at stock, prices and balance. @throws Error that says what was wrong; no secrets. */
export async function look(api: ResellerApi): Promise<Seen> {
  const read = async (path: string): Promise<unknown> => {
    const answer = await call(api, path, {});
    if ('failed' in answer) throw new Error(answer.failed);
    if (answer.status !== 200) throw new Error(codeSchema.parse(answer.json).code ?? `http_${answer.status}`);
    return answer.json;
  };
  const [stock, balance] = [stockAnswer.safeParse(await read('/stock?qty=1')), balanceAnswer.safeParse(await read('/balance'))];
  if (!stock.success || !balance.success) throw new Error('not_understood');
  return { stock: stock.data.stock, balanceCents: balance.data.balance };
}

interface Answered {
  readonly status: number;
  /** Null where the body is not JSON. */
  readonly json: unknown;
  /** Seconds. */
  readonly retryAfter: number | null;
  /** The idempotency key of the request that it says it is to. Null where it names none; what is no key, such as one in quotes, is none. */
  readonly key: string | null;
}

async function call(api: ResellerApi, path: string, init: RequestInit): Promise<Answered | { failed: string }> {
  try {
    const response = await fetch(`${api.baseUrl}${path}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${api.apiKey}` },
      // A redirect would carry the key elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(api.patienceMs),
    });
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      status: response.status,
      json: jsonIn(await bodyOf(response)),
      retryAfter: seconds > 0 ? Math.min(seconds, MOST_WAIT_SECONDS) : null,
      key: idempotencyKeyIn(response.headers.get('idempotency-key')),
    };
  } catch (error) {
    return { failed: failureOf(error) };
  }
}

async function bodyOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function orderIdIn(json: unknown): number | null {
  const id = (json as { order_id?: unknown } | null)?.order_id;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
}

/** Why there was no answer, in one word. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'broken_off';
  if (error.name === 'TimeoutError') return 'timeout';
  if (error.message === 'too_large') return 'too_large';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code.toLowerCase() : 'broken_off';
}
