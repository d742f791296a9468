/** How answers of the API look (specification section 2, conventions; decisions 4, 5 and 7). */
import type { ErrorRow } from '#server/kernel/errors.ts';
import type { RequestFacts } from '#server/kernel/request.ts';
import { errorTable } from '#server/site.ts';
import type { ApiAnswer } from './call.ts';
import type { Taken } from './rate-limit/store.ts';

/** Response headers beside those that every answer has. */
type Headers = Readonly<Record<string, string>>;

/** A refusal that the error table names. */
export interface Refusal {
  readonly code: string;
  /** The table's own by default. */
  readonly status?: number;
  /** Fields beside `ok`, `code` and `error`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Seconds for a Retry-After header. */
  readonly retryAfter?: number | undefined;
  readonly headers?: Headers;
}

export function isErrorCode(code: string): boolean {
  return Object.hasOwn(errorTable, code);
}

/** @param bucket the rate limit bucket nearest to exhaustion. */
export function success(facts: RequestFacts, bucket: Taken, status: number, data: object, headers: Headers = {}): ApiAnswer {
  return answer(facts, bucket, status, { ok: true, ...data }, headers, { code: null, orderId: orderIdOf(data) });
}

/** @param bucket the rate limit bucket nearest to exhaustion. */
export function refusal(facts: RequestFacts, bucket: Taken, refused: Refusal): ApiAnswer {
  const { code, extra, retryAfter } = refused;
  const row = errorTable[code] as ErrorRow;
  const headers: Record<string, string> = { ...refused.headers };
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  const body = { ok: false, code, error: row.text, ...extra };
  return answer(facts, bucket, refused.status ?? row.status, body, headers, { code, orderId: orderIdOf(extra ?? {}) });
}

function orderIdOf(data: object): number | null {
  return 'order_id' in data && typeof data.order_id === 'number' ? data.order_id : null;
}

function answer(
  facts: RequestFacts,
  bucket: Taken,
  status: number,
  body: object,
  more: Headers,
  told: ApiAnswer['told'],
): ApiAnswer {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'RateLimit-Limit': String(bucket.limit),
    'RateLimit-Remaining': String(bucket.remaining),
    'RateLimit-Reset': String(bucket.resetSeconds),
    'X-Request-Id': facts.requestId,
    ...more,
  };
  return { status, headers, body: JSON.stringify(body), told };
}
