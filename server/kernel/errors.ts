/** The error table: code → status and text. Plugins add rows of their own; REST, tRPC, the docs and the tests read it. */
import { limits } from './limits.ts';

/** One row. `meaning` and `action` are for the reference; `text` is what an answer says. */
export interface ErrorRow {
  /** HTTP status. */
  status: number;
  /** Human text of the answer; clients are told not to rely on it. */
  text: string;
  /** When it happens (specification section 7, column When). */
  meaning: string;
  /** What a client does about it (column What a client does). */
  action: string;
  /** Names of the fields that stand beside `ok`, `code` and `error`. */
  extra?: readonly string[];
  /** The status of the very first answer, where it differs from that of the replays (`order_failed`). */
  firstStatus?: number;
}

export type ErrorTable = Readonly<Record<string, ErrorRow>>;

/** Types an error table by its codes. */
export function defineErrors<const T extends ErrorTable>(table: T): T {
  return table;
}

const KILOBYTES = limits.bodyBytes / 1_024;

/** Answers that belong to no plugin. */
export const kernelErrors = defineErrors({
  bad_request: {
    status: 400,
    text: 'These bytes are not a whole HTTP request.',
    meaning:
      'The bytes on the connection are not a whole, valid HTTP request (a broken request line, headers over 16 KB, a broken chunk).',
    action: 'Fix the HTTP client.',
  },
  not_found: {
    status: 404,
    text: 'No such route. The routes are /balance, /stock and /buy, spelled exactly so.',
    meaning: 'Unknown route.',
    action: 'Check the path.',
  },
  method_not_allowed: {
    status: 405,
    text: 'Wrong method for this route; the Allow header names the right one.',
    meaning: 'Wrong method for the route; the Allow header gives the right one.',
    action: 'Use the indicated method.',
  },
  unsupported_media_type: {
    status: 415,
    text: 'Send the body as Content-Type: application/json, in UTF-8 and without Content-Encoding.',
    meaning: 'Content-Type missing or not application/json, a charset other than utf-8, or a Content-Encoding.',
    action: 'Send application/json.',
  },
  payload_too_large: {
    status: 413,
    text: `The body is larger than ${KILOBYTES} KB.`,
    meaning: `Body larger than ${KILOBYTES} KB (${limits.bodyBytes.toLocaleString('en')} bytes).`,
    action: 'Reduce the body.',
  },
  invalid_json: {
    status: 400,
    text: 'The body must be one JSON object in UTF-8, with no member name twice.',
    meaning: 'The body is empty, not valid JSON, not UTF-8, not an object, or names a member twice at any depth.',
    action: 'Fix the request.',
  },
  server_error: {
    status: 500,
    text: 'Internal error. Replay the request with the same Idempotency-Key after a few seconds.',
    meaning: 'Internal error; where the outcome of a purchase is unknown, the same key tells it.',
    action: 'Replay after a few seconds with the same key.',
  },
});

/** An answer that the error table names. Thrown by procedures, rendered by the transports. */
export class PublicError extends Error {
  override readonly name = 'PublicError';
  readonly code: string;
  readonly status: number;
  readonly extra: Readonly<Record<string, unknown>>;
  /** Seconds for a Retry-After header, where waiting helps. */
  readonly retryAfter: number | undefined;

  constructor(code: string, row: ErrorRow, extra: Record<string, unknown> = {}, retryAfter?: number) {
    super(row.text);
    this.code = code;
    this.status = row.status;
    this.extra = extra;
    this.retryAfter = retryAfter;
  }
}

/** The error of a row of `table`. `retryAfter` is in seconds. */
export function publicError<T extends ErrorTable>(
  table: T,
  code: keyof T & string,
  extra: Record<string, unknown> = {},
  retryAfter?: number,
): PublicError {
  return new PublicError(code, table[code] as ErrorRow, extra, retryAfter);
}

/** The same for the very first answer, of a row that has a status of its own for that. */
export function firstPublicError<T extends ErrorTable>(
  table: T,
  code: keyof T & string,
  extra: Record<string, unknown> = {},
): PublicError {
  const row = table[code] as ErrorRow;
  return new PublicError(code, { ...row, status: row.firstStatus ?? row.status }, extra);
}
