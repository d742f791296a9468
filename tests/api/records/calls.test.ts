/** The log of API requests: every request with a valid key once, nothing that may hold a secret, and only its own account reads it. */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { AccountId } from '#server/kernel/ids.ts';
import type { ApiCall } from '#server/plugins/records/schema.ts';
import { call } from '#tests/harness/client.ts';
import { nextMoment } from '#tests/harness/next-moment.ts';
import { BASE, created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { newSession, type Session, sessionOf } from '#tests/harness/session.ts';
import { ownSite, type Site, sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

interface Calls {
  calls: ApiCall[];
  total: number;
}

async function calls(session: Session, input: object = {}): Promise<Calls> {
  const answer = await session.query('records.calls', input);
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as Calls;
}

/** The log once it has so many lines. */
async function logged(session: Session, total: number): Promise<ApiCall[]> {
  await vi.waitUntil(async () => (await calls(session)).total === total, { timeout: 30_000, interval: 200 });
  return (await calls(session)).calls;
}

/** Writes lines by hand, `minutes` apart, the newest `daysAgo`. */
async function putCalls({ services }: Site, accountId: AccountId, count: number, daysAgo: number, minutes = 1): Promise<void> {
  await services.db.prisma.apiCall.createMany({
    data: Array.from({ length: count }, (_, nth) => ({
      accountId,
      at: new Date(Date.now() - daysAgo * 86_400_000 - nth * minutes * 60_000),
      requestId: randomUUID(),
      method: 'GET',
      route: '/balance',
      status: 200,
      clientAddress: '203.0.113.7',
      durationMs: 3,
      replay: false,
    })),
  });
}

test('every request with a valid key stands there once, whatever it was answered', async () => {
  const reseller = await newReseller(site());
  const session = await sessionOf(site(), reseller);
  const key = newKey();
  await reseller.balance();
  await nextMoment();
  await reseller.stock('?qty=abc');
  await nextMoment();
  const order = created(await reseller.buy(key, { country: 'fr', qty: 1 }));
  await nextMoment();
  await reseller.buy(key, '{"country":');
  await nextMoment();
  await call(site(), { path: `${BASE}/${reseller.apiKey}?api_key=${reseller.apiKey}`, headers: reseller.auth });
  await nextMoment();
  await call(site(), { method: 'DELETE', path: `${BASE}/balance`, headers: reseller.auth });
  // Nobody's: no key, and a wrong one.
  await call(site(), { path: `${BASE}/balance` });
  await call(site(), { path: `${BASE}/balance`, headers: { Authorization: `${reseller.auth.Authorization}x` } });

  const lines = await logged(session, 6);
  expect(lines.map(({ method, route, status, code }) => [method, route, status, code])).toEqual([
    ['DELETE', '/balance', 405, 'method_not_allowed'],
    ['GET', null, 404, 'not_found'],
    ['POST', '/buy', 400, 'invalid_json'],
    ['POST', '/buy', 201, null],
    ['GET', '/stock', 400, 'invalid_qty'],
    ['GET', '/balance', 200, null],
  ]);
  expect(lines[3]).toMatchObject({ idempotency_key: key, order_id: order.order_id, replay: false });
  expect(JSON.stringify(lines)).not.toContain(reseller.apiKey);
});

test('a line carries the id that its answer carried', async () => {
  const reseller = await newReseller(site());
  const { headers } = await reseller.balance();
  const [line] = await logged(await sessionOf(site(), reseller), 1);
  expect(line?.request_id).toBe(headers['x-request-id']);
});

test('requests beyond the limit stand there, too', async () => {
  const reseller = await newReseller(site());
  for (let time = 0; time < 30; time += 1) await reseller.balance();
  await nextMoment();
  await reseller.balance();
  const [newest] = await logged(await sessionOf(site(), reseller), 31);
  expect(newest).toMatchObject({ status: 429, code: 'rate_limited', route: '/balance' });
});

test('filters narrow it, and pages lead through it', async () => {
  const session = await newSession(site());
  await putCalls(site(), session.accountId, 120, 0);
  await putCalls(site(), session.accountId, 2, 10);
  const { prisma } = site().services.db;
  const other = { method: 'POST', clientAddress: '2001:db8::7', durationMs: 12, replay: false, accountId: session.accountId };
  await prisma.apiCall.create({
    data: {
      ...other,
      at: new Date(),
      requestId: randomUUID(),
      route: '/buy',
      status: 402,
      code: 'insufficient_balance',
      idempotencyKey: 'order-1001',
    },
  });
  await prisma.apiCall.create({
    data: { ...other, at: new Date(), requestId: randomUUID(), route: null, status: 500, code: 'server_error' },
  });

  expect((await calls(session)).total).toBe(124);
  expect((await calls(session, { page: 3 })).calls).toHaveLength(24);
  expect((await calls(session, { page: 1_000 })).calls).toEqual([]);
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  for (const [filter, total] of [
    [{ result: 'succeeded' }, 122],
    [{ result: 'refused' }, 1],
    [{ result: 'failed' }, 1],
    [{ route: '/buy' }, 1],
    [{ route: 'other' }, 1],
    [{ code: 'insufficient_balance' }, 1],
    [{ key: 'order-1001' }, 1],
    [{ key: 'order-1002' }, 0],
    [{ to: day }, 2],
    [{ result: 'refused', route: '/balance' }, 0],
  ] as const) {
    expect([filter, (await calls(session, filter)).total]).toEqual([filter, total]);
  }
});

test.each([{ result: 'odd' }, { route: '/x' }, { code: 'A' }, { key: 'short' }, { from: '2026-02-30' }, { page: 0 }])(
  'a filter like %j is refused',
  async (input) => {
    const session = await newSession(site());
    expect((await session.query('records.calls', input)).status).toBe(400);
  },
);

test('it is downloaded whole, as CSV and as JSON, under the same filter', async () => {
  const session = await newSession(site());
  await putCalls(site(), session.accountId, 2_300, 1);
  const csv = await session.get('/client/reseller/requests/csv?result=succeeded');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="api-requests-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, ...lines] = (await csv.text()).trimEnd().split('\r\n');
  expect(head).toBe('at,request_id,method,route,status,code,idempotency_key,order_id,client_address,duration_ms,replay');
  expect(new Set(lines).size).toBe(2_300);
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,[0-9a-f-]{36},GET,\/balance,200,,,,203\.0\.113\.7,3,false$/);

  const json = await session.get('/client/reseller/requests/json');
  expect((await json.json()) as unknown[]).toHaveLength(2_300);
  expect(await (await session.get('/client/reseller/requests/json?result=failed')).json()).toEqual([]);
  expect((await session.get('/client/reseller/requests/pdf')).status).toBe(404);
});

test("nobody reads another account's requests, and a guest none at all", async () => {
  const owner = await newSession(site());
  await putCalls(site(), owner.accountId, 1, 0);
  const stranger = await newSession(site());
  expect(await calls(stranger)).toMatchObject({ calls: [], total: 0 });
  expect(await (await stranger.get('/client/reseller/requests/json')).json()).toEqual([]);

  const guest = (path: string) => fetch(`http://127.0.0.1:${site().port}${path}`, { redirect: 'manual' });
  for (const name of ['records.calls?input={}', 'records.charge?input={"reference":"order-1001"}']) {
    expect((await guest(`/api/trpc/${name}`)).status, name).toBe(401);
  }
  expect((await guest('/client/reseller/requests/csv')).status).toBe(307);
  expect((await guest('/client/reseller/limits')).status).toBe(401);
});

test('the bucket of the key is told without taking a place in it', async () => {
  const reseller = await newReseller(site());
  const session = await sessionOf(site(), reseller);
  const look = async () =>
    (await (await session.get('/client/reseller/limits')).json()) as { used: number; resetSeconds: number };
  expect(await look()).toEqual({ limit: 30, used: 0, resetSeconds: 0 });
  await reseller.balance();
  const { rateLimit } = await reseller.balance();
  for (let time = 0; time < 3; time += 1) expect(await look()).toMatchObject({ limit: 30, used: 2 });
  expect(rateLimit.limit - rateLimit.remaining).toBe(2);
});

const own = ownSite();

test('lines older than thirty days are neither shown nor kept', { timeout: 120_000 }, async () => {
  const session = await newSession(own());
  const { prisma } = own().services.db;
  await putCalls(own(), session.accountId, 3, 29.9);
  await putCalls(own(), session.accountId, 20, 30.1);
  expect((await calls(session)).total).toBe(3);
  await vi.waitUntil(async () => (await prisma.apiCall.count()) === 3, { timeout: 60_000, interval: 500 });
});

test('what waited for the database is written when it is back, and at the stop', { timeout: 120_000 }, async () => {
  const reseller = await newReseller(own());
  const { prisma } = own().services.db;
  await prisma.$executeRawUnsafe('ALTER TABLE api_calls RENAME TO api_calls_away');
  for (let time = 0; time < 5; time += 1) expect((await reseller.balance()).status).toBe(200);
  await vi.waitUntil(() => own().server.output().includes('write the log of API requests'), { timeout: 30_000 });
  await prisma.$executeRawUnsafe('ALTER TABLE api_calls_away RENAME TO api_calls');
  await vi.waitUntil(async () => (await prisma.apiCall.count({ where: { accountId: reseller.accountId } })) === 5, {
    timeout: 30_000,
  });

  await reseller.balance();
  await own().server.stop();
  expect(await prisma.apiCall.count({ where: { accountId: reseller.accountId } })).toBe(6);
});
