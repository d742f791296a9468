/** The order of the checks (decision 2): of everything that is wrong with a request, the first in this order answers. */
import { describe, test } from 'vitest';
import { limits } from '#server/kernel/limits.ts';
import { type ApiRequest, call, freshSource, refused } from '#tests/harness/client.ts';
import { putOrder } from '#tests/harness/orders.ts';
import { BASE, newKey, newReseller, type ResellerOptions } from '#tests/harness/reseller.ts';
import { ownSite } from '#tests/harness/site.ts';

/** No stock: a request with nothing else wrong is out of it. */
const site = ownSite({ stock: 0 });

/** A request in the making, and the account that will make it. */
interface Draft {
  method: string;
  path: string;
  headers: Record<string, string>;
  order: Record<string, unknown>;
  /** Put behind the order's JSON. */
  tail: string;
  account: ResellerOptions;
  apiKey?: string;
  /** An order that the key has already. */
  existing?: { country: 'fr'; qty: number; status: 'processing' | 'failed' | 'completed' };
  /** Whose requests of the last minute are used up. */
  exhausted?: 'address' | 'key';
}

interface Fault {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  commit(draft: Draft): void;
}

const fault = (status: number, code: string, commit: (draft: Draft) => void, name = code): Fault => ({
  name,
  status,
  code,
  commit,
});

const faults: readonly Fault[] = [
  fault(429, 'rate_limited', (draft) => Object.assign(draft, { exhausted: draft.apiKey === undefined ? 'key' : 'address' })),
  fault(404, 'not_found', (draft) => Object.assign(draft, { path: `${BASE}/nothing` })),
  fault(405, 'method_not_allowed', (draft) => Object.assign(draft, { method: 'PUT' })),
  fault(403, 'browser_not_allowed', (draft) => Object.assign(draft.headers, { Origin: 'https://example.com' })),
  fault(401, 'missing_key', (draft) => Object.assign(draft, { apiKey: '' })),
  fault(401, 'invalid_key', (draft) => Object.assign(draft, { apiKey: draft.apiKey ?? 'nonsense' })),
  fault(403, 'not_reseller', (draft) => Object.assign(draft, { account: { ...draft.account, resellerMode: false } })),
  fault(415, 'unsupported_media_type', (draft) => Object.assign(draft.headers, { 'Content-Type': 'text/plain' })),
  fault(413, 'payload_too_large', (draft) => Object.assign(draft, { tail: draft.tail + ' '.repeat(limits.bodyBytes) })),
  fault(400, 'invalid_json', (draft) => Object.assign(draft, { tail: `${draft.tail}}` })),
  fault(400, 'idempotency_key_required', (draft) => Object.assign(draft.headers, { 'Idempotency-Key': 'short' })),
  fault(400, 'invalid_country', (draft) => Object.assign(draft.order, { country: 'xx' })),
  fault(400, 'invalid_qty', (draft) => Object.assign(draft.order, { qty: '1' })),
  fault(400, 'invalid_price', (draft) => Object.assign(draft.order, { price: -1 })),
  fault(422, 'idempotency_key_reused', (draft) =>
    Object.assign(draft, { existing: { country: 'fr', qty: 7, status: 'failed' } }),
  ),
  fault(409, 'request_in_progress', (draft) =>
    Object.assign(draft, { existing: { country: 'fr', qty: 1, status: 'processing', ...draft.existing } }),
  ),
  fault(409, 'order_failed', (draft) =>
    Object.assign(draft, { existing: { country: 'fr', qty: 1, status: 'failed', ...draft.existing } }),
  ),
  fault(429, 'daily_limit', (draft) => Object.assign(draft, { account: { ...draft.account, cap: 0 } })),
  fault(402, 'insufficient_balance', (draft) => Object.assign(draft, { account: { ...draft.account, balance: 0 } })),
  fault(409, 'out_of_stock', () => {}),
];

/** Makes a request with these faults, of which the first is to answer. */
async function expectFirst(...[first, ...others]: readonly Fault[]): Promise<void> {
  if (!first) return;
  const key = newKey();
  const draft: Draft = {
    method: 'POST',
    path: `${BASE}/buy`,
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    order: { country: 'fr', qty: 1 },
    tail: '',
    account: {},
  };
  first.commit(draft);
  // From the last on, so that of two that touch the same thing the earlier prevails.
  for (const other of others.toReversed()) other.commit(draft);
  first.commit(draft);
  const reseller = await newReseller(site(), draft.account);
  if (draft.existing) await putOrder(site(), reseller, { key, ...draft.existing });
  const from = freshSource();
  const { method, path, headers, order, tail, exhausted } = draft;
  const authorization = draft.apiKey === undefined ? reseller.auth : { Authorization: draft.apiKey && `Bearer ${draft.apiKey}` };
  if (exhausted) await exhaust(exhausted, { path: `${BASE}/balance`, headers: reseller.auth, from });
  const request: ApiRequest = {
    method,
    path,
    headers: { ...headers, ...authorization },
    body: JSON.stringify(order) + tail,
    from,
  };
  refused(await call(site(), request), first.status, first.code);
}

async function exhaust(whose: 'address' | 'key', request: ApiRequest): Promise<void> {
  const { headers, ...anonymous } = request;
  const requests = whose === 'key' ? limits.requestsPerMinutePerKey : limits.requestsPerMinutePerAddress;
  await Promise.all(Array.from({ length: requests }, () => call(site(), whose === 'key' ? request : anonymous)));
}

describe('each check by itself, and with everything wrong that is checked later', () => {
  test.each(faults)('$status $name', async (first) => {
    const later = faults.slice(faults.indexOf(first) + 1);
    await expectFirst(first);
    await expectFirst(first, ...later);
  });
});

describe.each(faults.slice(0, -1))('$name is told before', (first) => {
  test.each(faults.slice(faults.indexOf(first) + 1))('$name', (second) => expectFirst(first, second));
});
