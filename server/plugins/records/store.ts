/** The log of API requests. Every statement that reads takes the account first. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';

/** A request that came with a valid key, and what became of it. */
export interface ApiCallRow {
  at: Date;
  request_id: string;
  method: string;
  /** Below the API's base address; null where the request asked for something else. */
  route: string | null;
  status: number;
  /** The public code of a refusal. */
  code: string | null;
  idempotency_key: string | null;
  order_id: OrderId | null;
  client_address: string;
  duration_ms: number;
  replay: boolean;
}

/** A line to be written. */
export interface NewApiCall extends ApiCallRow {
  account_id: AccountId;
}

const addStatement = statement<object, [string]>(
  'records.add_calls',
  // As one JSON text: a dozen arrays would cost the server several times as much to write.
  `INSERT INTO api_calls (account_id, at, request_id, method, route, status, code, idempotency_key, order_id, client_address,
                          duration_ms, replay)
   SELECT account_id, at, request_id, method, route, status, code, idempotency_key, order_id, client_address, duration_ms, replay
   FROM json_to_recordset($1::json)
        AS call (account_id int, at timestamptz, request_id uuid, method text, route text, status int, code text,
                 idempotency_key text, order_id int, client_address text, duration_ms int, replay boolean)
   ON CONFLICT DO NOTHING`,
);

/** Writes lines, each once however often it is sent. */
export async function addCalls(db: Queryable, calls: readonly NewApiCall[]): Promise<void> {
  await db.run(addStatement, JSON.stringify(calls));
}

const forgetStatement = statement<object, [number, number]>(
  'records.forget_calls',
  `DELETE FROM api_calls WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM api_calls WHERE at < now() - make_interval(days => $1) ORDER BY at LIMIT $2))`,
);

/** Removes up to `limit` lines that are older than `days`, the oldest first. */
export async function forgetCalls(db: Queryable, days: number, limit: number): Promise<void> {
  await db.run(forgetStatement, days, limit);
}

const eraseStatement = statement<object, [AccountId]>('records.erase_calls', 'DELETE FROM api_calls WHERE account_id = $1');

/** Removes all lines of an account. */
export async function eraseCalls(db: Queryable, accountId: AccountId): Promise<void> {
  await db.run(eraseStatement, accountId);
}

/** Which lines are meant: null leaves out that condition. `before` is not part of the time, `since` is. */
export interface CallFilter {
  /** The first digit of the status: 2, 4 or 5. */
  readonly statusClass: number | null;
  /** `other` are requests that asked for no route. */
  readonly route: string | null;
  readonly code: string | null;
  readonly idempotencyKey: string | null;
  readonly since: Date | null;
  readonly before: Date | null;
}

const COLUMNS = `at, request_id, method, route, status, code, idempotency_key, order_id, client_address, duration_ms, replay`;
const FOUND = `account_id = $1 AND at > now() - make_interval(days => $2)
   AND ($3::int IS NULL OR status / 100 = $3) AND ($4::text IS NULL OR coalesce(route, 'other') = $4)
   AND ($5::text IS NULL OR code = $5) AND ($6::text IS NULL OR idempotency_key = $6)
   AND ($7::timestamptz IS NULL OR at >= $7) AND ($8::timestamptz IS NULL OR at < $8)`;

type FilterValues = [AccountId, number, number | null, string | null, string | null, string | null, Date | null, Date | null];
const valuesOf = (accountId: AccountId, days: number, filter: CallFilter): FilterValues => [
  accountId,
  days,
  filter.statusClass,
  filter.route,
  filter.code,
  filter.idempotencyKey,
  filter.since,
  filter.before,
];

const pageStatement = statement<ApiCallRow, [...FilterValues, Date | null, string | null, number, number]>(
  'records.call_page',
  `SELECT ${COLUMNS} FROM api_calls
   WHERE ${FOUND} AND ($9::timestamptz IS NULL OR (at, request_id) < ($9, $10::uuid))
   ORDER BY at DESC, request_id DESC LIMIT $11 OFFSET $12`,
);

/**
 * Lines of the last `days` that the filter finds, newest first.
 * @param beneath leaves out that line and all newer ones; `offset` leaves out so many of the rest.
 */
export function callPage(
  db: Queryable,
  accountId: AccountId,
  days: number,
  filter: CallFilter,
  { limit, offset = 0, beneath = null }: { limit: number; offset?: number; beneath?: ApiCallRow | null },
): Promise<ApiCallRow[]> {
  const values = valuesOf(accountId, days, filter);
  return db.run(pageStatement, ...values, beneath?.at ?? null, beneath?.request_id ?? null, limit, offset);
}

const countStatement = statement<{ calls: number }, [...FilterValues, number]>(
  'records.count_calls',
  `SELECT count(*)::int AS calls FROM (SELECT FROM api_calls WHERE ${FOUND} LIMIT $9) AS found`,
);

/** How many lines the filter finds; `most` where there are that many or more. */
export async function countCalls(
  db: Queryable,
  accountId: AccountId,
  days: number,
  filter: CallFilter,
  most: number,
): Promise<number> {
  const [row] = await db.run(countStatement, ...valuesOf(accountId, days, filter), most);
  if (!row) throw new Error('an aggregate returned no row');
  return row.calls;
}

const attemptsStatement = statement<ApiCallRow & { total: number }, [AccountId, number, string, number]>(
  'records.attempts',
  `SELECT * FROM (
     SELECT ${COLUMNS}, count(*) OVER ()::int AS total FROM api_calls
     WHERE account_id = $1 AND at > now() - make_interval(days => $2) AND idempotency_key = $3
     ORDER BY at DESC, request_id DESC LIMIT $4) AS newest
   ORDER BY at, request_id`,
);

/** The newest lines of the last `days` under an idempotency key, oldest first; each says how many there are in all. */
export function attempts(db: Queryable, accountId: AccountId, days: number, key: string, limit: number) {
  return db.run(attemptsStatement, accountId, days, key, limit);
}
