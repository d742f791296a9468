/**
 * The contract holds whichever front carries it: the custom server, and plain `next start`. Differences that stay under `next start`: Next
 * itself redirects a doubled slash (308), resolves dot segments, rewrites a query so that a blank before `qty` looks like a plus, answers
 * methods and percent signs that it does not understand, answers malformed HTTP in Node's words, serves only the lower-case prefix, and
 * cannot tell clients' addresses apart without a trusted proxy.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#server/kernel/limits.ts';
import { type ApiAnswer, type ApiRequest, call, freshSource, refused } from '#tests/harness/client.ts';
import { startNext } from '#tests/harness/next-start.ts';
import { putOrder } from '#tests/harness/orders.ts';
import {
  BASE,
  balanceOf,
  created,
  newKey,
  newReseller,
  type Reseller,
  type ResellerOptions,
  replayed,
  stockOf,
} from '#tests/harness/reseller.ts';
import { type OwnSite, type Site, startSite } from '#tests/harness/site.ts';

let custom: OwnSite;
let plain: Awaited<ReturnType<typeof startNext>>;
let unproxied: Awaited<ReturnType<typeof startNext>>;

beforeAll(async () => {
  // Both stand behind one trusted proxy, which the tests play: so each has an address of its own on either.
  custom = await startSite({ stock: 200, env: { TRUSTED_PROXIES: '1' } });
  plain = await startNext(custom.env);
  unproxied = await startNext({ ...custom.env, TRUSTED_PROXIES: '0' });
});

afterAll(async () => {
  await Promise.all([plain?.stop(), unproxied?.stop(), custom?.server.stop()]);
  await custom?.services.db.close();
});

/** A call by a fresh account. */
interface Case {
  readonly name: string;
  readonly account?: ResellerOptions;
  readonly request: (reseller: Reseller) => ApiRequest;
  readonly expected: [status: number, code: string];
}

const order = '{"country":"fr","qty":1}';
const get =
  (path: string, headers = {}) =>
  (reseller: Reseller) => ({ path: `${BASE}${path}`, headers: { ...reseller.auth, ...headers } });
const post =
  (body: string | Uint8Array, headers = {}) =>
  (reseller: Reseller) => ({
    method: 'POST',
    path: `${BASE}/buy`,
    headers: { ...reseller.auth, 'Content-Type': 'application/json', 'Idempotency-Key': newKey(), ...headers },
    body,
  });
const method = (name: string, path: string) => (reseller: Reseller) => ({ ...get(path)(reseller), method: name });

const cases: readonly Case[] = [
  { name: 'an unknown route', request: get('/nothing'), expected: [404, 'not_found'] },
  { name: 'the base itself', request: get(''), expected: [404, 'not_found'] },
  { name: 'a trailing slash', request: get('/balance/'), expected: [404, 'not_found'] },
  { name: 'another case', request: get('/Balance'), expected: [404, 'not_found'] },
  { name: 'a percent-encoded letter', request: get('/b%61lance'), expected: [404, 'not_found'] },
  { name: 'a percent-encoded slash', request: get('%2Fbalance'), expected: [404, 'not_found'] },
  { name: 'something behind', request: get('/balance/extra'), expected: [404, 'not_found'] },
  {
    name: 'the version alone',
    request: (reseller) => ({ path: '/api/v1', headers: reseller.auth }),
    expected: [404, 'not_found'],
  },
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(
    (name): Case => ({ name: `${name} /balance`, request: method(name, '/balance'), expected: [405, 'method_not_allowed'] }),
  ),
  { name: 'GET /buy', request: get('/buy'), expected: [405, 'method_not_allowed'] },
  { name: 'OPTIONS /buy', request: method('OPTIONS', '/buy'), expected: [405, 'method_not_allowed'] },
  { name: 'Origin', request: get('/balance', { Origin: 'https://example.com' }), expected: [403, 'browser_not_allowed'] },
  { name: 'Sec-Fetch-Site', request: post(order, { 'Sec-Fetch-Site': 'none' }), expected: [403, 'browser_not_allowed'] },
  { name: 'no key', request: () => ({ path: `${BASE}/stock` }), expected: [401, 'missing_key'] },
  { name: 'a bad key', request: get('/stock', { Authorization: 'Bearer nonsense' }), expected: [401, 'invalid_key'] },
  { name: 'two keys', request: get('/stock', { 'X-API-Key': 'nonsense' }), expected: [401, 'invalid_key'] },
  { name: 'no reseller mode', account: { resellerMode: false }, request: get('/stock'), expected: [403, 'not_reseller'] },
  { name: 'qty=abc', request: get('/stock?qty=abc'), expected: [400, 'invalid_qty'] },
  { name: 'qty twice', request: get('/stock?qty=1&qty=1'), expected: [400, 'invalid_qty'] },
  { name: 'qty empty', request: get('/stock?qty='), expected: [400, 'invalid_qty'] },
  { name: 'qty with a sign behind', request: get('/stock?qty=5-'), expected: [400, 'invalid_qty'] },
  { name: 'no Content-Type', request: post(order, { 'Content-Type': [] }), expected: [415, 'unsupported_media_type'] },
  { name: 'a compressed body', request: post(order, { 'Content-Encoding': 'gzip' }), expected: [415, 'unsupported_media_type'] },
  { name: 'too large a body', request: post(' '.repeat(limits.bodyBytes + 1)), expected: [413, 'payload_too_large'] },
  {
    name: 'too large a chunked body',
    request: post(' '.repeat(limits.bodyBytes + 1), { 'Transfer-Encoding': 'chunked' }),
    expected: [413, 'payload_too_large'],
  },
  { name: 'an empty body', request: post(''), expected: [400, 'invalid_json'] },
  { name: 'invalid UTF-8', request: post(Buffer.from('7b22ff223a317d', 'hex')), expected: [400, 'invalid_json'] },
  { name: '50,000 brackets', request: post('['.repeat(50_000)), expected: [400, 'invalid_json'] },
  { name: 'a name twice', request: post('{"country":"fr","qty":1,"\\u0071ty":1}'), expected: [400, 'invalid_json'] },
  { name: 'no Idempotency-Key', request: post(order, { 'Idempotency-Key': [] }), expected: [400, 'idempotency_key_required'] },
  { name: 'an unknown country', request: post('{"country":"xx","qty":1}'), expected: [400, 'invalid_country'] },
  { name: 'qty as text', request: post('{"country":"fr","qty":"1"}'), expected: [400, 'invalid_qty'] },
  {
    name: 'a qty that would be rounded',
    request: post('{"country":"fr","qty":1.0000000000000000001}'),
    expected: [400, 'invalid_qty'],
  },
  {
    name: 'a price of three decimals',
    request: post('{"country":"fr","qty":1,"price":1.234}'),
    expected: [400, 'invalid_price'],
  },
  { name: 'too low a balance', account: { balance: 1 }, request: post(order), expected: [402, 'insufficient_balance'] },
  { name: 'the cap', account: { cap: 0 }, request: post(order), expected: [429, 'daily_limit'] },
];

describe.each(['the custom server', 'plain next start'])('%s', (front) => {
  /** The front, with the database's services. */
  const site = (): Site => (front === 'the custom server' ? custom : { ...custom, port: plain.port });
  /** As the trusted proxy hands it on, for a client with an address of its own. */
  const ask = (request: ApiRequest, client = freshSource()): Promise<ApiAnswer> =>
    call(site(), {
      ...request,
      headers: { ...request.headers, 'X-Forwarded-For': `198.51.100.1, ${client}` },
      from: '127.0.0.1',
    });

  test.each(cases)('$name: $expected', async ({ account = {}, request, expected: [status, code] }) => {
    const reseller = await newReseller(site(), account);
    const answer = await ask(request(reseller));
    refused(answer, status, code);
    if (status === 405) expect(answer.headers.allow).toBe(request(reseller).path.endsWith('/buy') ? 'POST' : 'GET');
  });

  test.each([
    ['/balance', 405],
    ['/buy', 405],
    ['/nothing', 404],
  ])('HEAD %s: %d', async (path, status) => {
    expect((await ask({ method: 'HEAD', path: `${BASE}${path}` })).status).toBe(status);
  });

  test('reads balance and stock, buys and replays', async () => {
    const reseller = await newReseller(site(), { balance: 20 });
    expect(balanceOf(await ask(get('/balance')(reseller)))).toBe(20);
    const quoted = stockOf(await ask(get('/stock?qty=+2')(reseller))).es;
    const key = { 'Idempotency-Key': newKey() };
    const purchase = post('\ufeff{"country":"ES","qty":2.0,"price":1.5}', key)(reseller);
    const made = created(await ask(purchase));
    expect(made.total_debited).toBe(quoted.total);
    expect(replayed(await ask(purchase))).toMatchObject({ order_id: made.order_id, balance: made.balance });
    refused(await ask(post('{"country":"es","qty":3}', key)(reseller)), 422, 'idempotency_key_reused');
  });

  test('tells a failed and a processing order', async () => {
    const reseller = await newReseller(site());
    for (const [status, code] of [
      ['failed', 'order_failed'],
      ['processing', 'request_in_progress'],
    ] as const) {
      const key = newKey();
      await putOrder(site(), reseller, { key, country: 'fr', qty: 1, status });
      refused(await ask(post(order, { 'Idempotency-Key': key })(reseller)), 409, code);
    }
  });

  test('limits a key and an address', async () => {
    const reseller = await newReseller(site());
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await ask(get('/balance')(reseller))).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(limits.requestsPerMinutePerKey);
    const client = freshSource();
    const anonymous = () => ask({ path: `${BASE}/balance` }, client);
    await Promise.all(Array.from({ length: limits.requestsPerMinutePerAddress }, anonymous));
    refused(await anonymous(), 429, 'rate_limited');
  });
});

test('under plain next start without a trusted proxy, no header buys a fresh bucket: all clients share one', async () => {
  const ask = (n: number) =>
    call(unproxied, { path: `${BASE}/balance`, headers: { 'X-Forwarded-For': `203.0.113.${n}` }, from: freshSource() });
  await Promise.all(Array.from({ length: limits.requestsPerMinutePerAddress }, (_, n) => ask(n)));
  refused(await ask(250), 429, 'rate_limited');
});

test('the OpenAPI document is the same on both', async () => {
  const read = async (port: number) => (await fetch(`http://127.0.0.1:${port}/api/openapi.json`)).json();
  const [one, other] = [await read(custom.port), await read(plain.port)] as { paths: object }[];
  expect(one?.paths).toEqual(other?.paths);
});
