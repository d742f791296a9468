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
   SELECT account.id, at, request_id, method, route, status, code, idempotency_key, order_id, client_address, duration_ms, replay
   FROM json_to_recordset($1::json)
        AS call (account_id int, at timestamptz, request_id uuid, method text, route text, status int, code text,
                 idempotency_key text, order_id int, client_address text, duration_ms int, replay boolean)
        JOIN accounts account ON account.id = account_id AND deleted_at IS NULL
   ON CONFLICT DO NOTHING`,
);

/** Writes lines, each once however often it is sent; those of accounts that were deleted meanwhile are dropped. */
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

/** What was refused has a code, by which its index is found. */
const BY_STATUS_CLASS: Readonly<Record<number, string>> = {
  2: 'status BETWEEN 200 AND 299',
  4: 'code IS NOT NULL AND status BETWEEN 400 AND 499',
  5: 'code IS NOT NULL AND status BETWEEN 500 AND 599',
};

/** Of a statement: the conditions of a filter, letters that name the set of them, and the values so far. */
interface Narrowed {
  readonly name: string;
  readonly where: string;
  readonly values: readonly unknown[];
}

/**
 * The conditions that a filter sets, and no others: a statement with conditions that may be switched off is planned as if each of them
 * found next to nothing, so that the first page would read and sort the whole log.
 */
function narrowed(
  accountId: AccountId,
  days: number,
  { statusClass, route, code, idempotencyKey, since, before }: CallFilter,
  beneath: ApiCallRow | null = null,
): Narrowed {
  const values: unknown[] = [accountId, days];
  const conditions = ['account_id = $1', 'at > now() - make_interval(days => $2)'];
  let name = '';
  const add = (letter: string, condition: string, ...given: unknown[]) => {
    name += letter;
    conditions.push(condition.replaceAll('?', () => `$${values.push(given.shift())}`));
  };
  if (statusClass !== null) add(`s${statusClass}`, BY_STATUS_CLASS[statusClass] ?? 'false');
  // Whatever asked for no route was refused.
  if (route === 'other') add('o', 'code IS NOT NULL AND route IS NULL');
  else if (route !== null) add('r', 'route = ?', route);
  if (code !== null) add('c', 'code = ?', code);
  if (idempotencyKey !== null) add('k', 'idempotency_key = ?', idempotencyKey);
  if (since !== null) add('f', 'at >= ?', since);
  if (before !== null) add('t', 'at < ?', before);
  if (beneath !== null) add('b', '(at, request_id) < (?, ?::uuid)', beneath.at, beneath.request_id);
  return { name, where: conditions.join(' AND '), values };
}

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
  const { name, where, values } = narrowed(accountId, days, filter, beneath);
  const page = statement<ApiCallRow, readonly unknown[]>(
    `records.call_page_${name}`,
    `SELECT ${COLUMNS} FROM api_calls WHERE ${where}
     ORDER BY at DESC, request_id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
  );
  return db.run(page, ...values, limit, offset);
}

/** How many lines the filter finds; `most` where there are that many or more. */
export async function countCalls(
  db: Queryable,
  accountId: AccountId,
  days: number,
  filter: CallFilter,
  most: number,
): Promise<number> {
  const { name, where, values } = narrowed(accountId, days, filter);
  const count = statement<{ calls: number }, readonly unknown[]>(
    `records.count_calls_${name}`,
    `SELECT count(*)::int AS calls FROM (SELECT FROM api_calls WHERE ${where} LIMIT $${values.length + 1}) AS found`,
  );
  const [row] = await db.run(count, ...values, most);
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
