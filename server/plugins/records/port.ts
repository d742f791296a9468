/** What the REST front door and the pages may ask of the records: the log of API requests, and what became of a purchase. */
import type { Database } from '#server/kernel/database.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import { idempotencyKeyIn, limits } from '#server/kernel/limits.ts';
import type { Services } from '#server/kernel/services.ts';
import type { AccountData } from '../accounts/port.ts';
import * as billing from '../billing/port.ts';
import * as orders from '../orders/port.ts';
import * as proxies from '../proxies/port.ts';
import { callFilterOf, referenceOf, type Verdict, verdictOf } from './rules.ts';
import * as store from './store.ts';

/** A request that came with a valid key, and how it was answered. */
export interface CallRecord {
  readonly accountId: AccountId;
  /** When it came. */
  readonly at: Date;
  readonly requestId: string;
  readonly method: string;
  /** Below the API's base address; null where it asked for something else, which is not kept: it may hold anything. */
  readonly route: string | null;
  readonly status: number;
  readonly code: string | null;
  /** The header as it came. */
  readonly idempotencyKey: string | null;
  readonly orderId: number | null;
  readonly clientAddress: string;
  readonly durationMs: number;
  readonly replay: boolean;
}

/** Lines of the request log that are not written down yet: one statement a second instead of one a request. */
let waiting: store.NewApiCall[] = [];

/** More than a second brings. Beyond it, while the database is away, lines are dropped: the log never costs a request anything. */
const MOST_WAITING = 20_000;

/** Keeps a request for the log. Writes nothing yet and never throws. */
export function noteCall(call: CallRecord): void {
  if (waiting.length >= MOST_WAITING) return;
  waiting.push({
    account_id: call.accountId,
    at: call.at,
    request_id: call.requestId,
    method: call.method.slice(0, 20),
    route: call.route,
    status: call.status,
    code: call.code,
    idempotency_key: idempotencyKeyIn(call.idempotencyKey),
    order_id: call.orderId as OrderId | null,
    // A proxy in front may have written anything into the header that it is taken from.
    client_address: call.clientAddress.replaceAll(/[^0-9A-Za-z.:%_-]/g, '?').slice(0, 64) || 'unknown',
    duration_ms: Math.round(call.durationMs),
    replay: call.replay,
  });
}

/** Writes the waiting lines. Where that fails they wait on; one that was written after all is not written again. */
export async function flushCalls({ db }: Services): Promise<void> {
  if (waiting.length === 0) return;
  const batch = waiting;
  waiting = [];
  try {
    await store.addCalls(db, batch);
  } catch (error) {
    waiting = [...batch, ...waiting].slice(0, MOST_WAITING);
    throw error;
  }
}

/** Lines that one run removes: few enough to disturb nobody, and at a run every ten seconds more than come in. */
const FORGOTTEN_AT_ONCE = 5_000;

/** Removes lines whose time is over. */
export async function forgetOldCalls({ db }: Services): Promise<void> {
  await store.forgetCalls(db, limits.requestLogDays, FORGOTTEN_AT_ONCE);
}

/** Requests that an answer to «Was I charged?» lists at most, the newest. */
const ATTEMPTS = 100;

/** What became of one purchase, or of the attempts at it. */
export interface Charge {
  readonly verdict: Verdict;
  readonly key: string;
  /** Null where the key is all that there is. */
  readonly order: orders.FoundOrder | null;
  readonly movements: Awaited<ReturnType<typeof billing.ledgerOfOrder>>;
  readonly proxies: Awaited<ReturnType<typeof proxies.deliveredInOrder>>;
  readonly attempts: Awaited<ReturnType<typeof store.attempts>>;
}

/**
 * Answers «Was I charged?» from orders and ledger; the log only adds the attempts. Usually one answer; two where what was typed is the key
 * of one order and the number of another; none where it names an order or a proxy that the account does not have, or nothing at all.
 */
export async function charges(db: Database, accountId: AccountId, typed: string): Promise<Charge[]> {
  const { key, orderId, proxy } = referenceOf(typed);
  // First, so that a purchase that ends meanwhile is found below.
  const claimed = key !== null && (await orders.isClaimed(db, accountId, key));
  const delivering = proxy === null ? null : await proxies.orderOf(db, accountId, proxy);
  const ids = [orderId, delivering].filter((id) => id !== null);
  const found = await orders.find(db, accountId, key, ids);
  const answers = await Promise.all(found.map((order) => chargeOf(db, accountId, order)));
  if (key !== null && !found.some((order) => order.idempotency_key === key)) {
    const attempts = await store.attempts(db, accountId, limits.requestLogDays, key, ATTEMPTS);
    // A text that is a number or names a proxy is taken for a key only where it was used as one, or nothing else fits.
    if (claimed || attempts.length > 0 || (found.length === 0 && proxy === null)) {
      answers.push({ verdict: claimed ? 'in_progress' : 'never', key, order: null, movements: [], proxies: [], attempts });
    }
  }
  return answers;
}

async function chargeOf(db: Database, accountId: AccountId, order: orders.FoundOrder): Promise<Charge> {
  const [movements, delivered, attempts] = await Promise.all([
    billing.ledgerOfOrder(db, accountId, order.id),
    proxies.deliveredInOrder(db, accountId, order.id),
    store.attempts(db, accountId, limits.requestLogDays, order.idempotency_key, ATTEMPTS),
  ]);
  const moved = movements.map((row) => ({ kind: row.kind, amountCents: row.amount_cents }));
  const verdict = verdictOf({ status: order.status, movements: moved });
  return { verdict, key: order.idempotency_key, order, movements, proxies: delivered, attempts };
}

/** Lines read at a time for a file. */
const FILE_CHUNK = 1_000;

/** The lines of the log that a filter finds, newest first, in chunks. However many there are, one chunk is in memory at a time. */
export async function* callChunks(
  db: Database,
  accountId: AccountId,
  filter: store.CallFilter,
): AsyncGenerator<store.ApiCallRow[], void> {
  let beneath: store.ApiCallRow | null = null;
  for (;;) {
    const rows: store.ApiCallRow[] = await store.callPage(db, accountId, limits.requestLogDays, filter, {
      limit: FILE_CHUNK,
      beneath,
    });
    if (rows.length > 0) yield rows;
    beneath = rows.at(-1) ?? null;
    if (rows.length < FILE_CHUNK) return;
  }
}

/** Lines that an account takes along at most; the page has a file of all of them. */
const TAKEN_ALONG = 20_000;

/** What is kept of an account: the requests of its programs, with their addresses. */
export const callData: AccountData = {
  name: 'api-requests',
  async export({ db }, accountId) {
    return store.callPage(db, accountId, limits.requestLogDays, callFilterOf({}), { limit: TAKEN_ALONG });
  },
  erase: (tx, accountId) => store.eraseCalls(tx, accountId),
};
