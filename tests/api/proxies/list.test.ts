/** The list of an account's proxies: found, sorted, counted and handed over; quick with ten thousand, and nobody else's. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { DeliveredProxy, ListOutput } from '#server/plugins/proxies/schema.ts';
import { buyAs, fillProxies } from '#tests/harness/proxies.ts';
import { quickest } from '#tests/harness/quickest.ts';
import { newSession, type Session } from '#tests/harness/session.ts';
import { ownSite } from '#tests/harness/site.ts';

const site = ownSite({ stock: 50 });

const DAY_MS = 24 * 60 * 60 * 1_000;

let holder: Session;
let stranger: Session;
/** Bought in this order: two of France, then two of Spain. The first has expired, the second expires within the week, the third later. */
let proxies: DeliveredProxy[];
let ids: string[];

beforeAll(async () => {
  holder = await newSession(site());
  stranger = await newSession(site());
  proxies = [
    ...(await buyAs(site(), holder.accountId, { country: 'fr', qty: 2 })),
    ...(await buyAs(site(), holder.accountId, { country: 'es', qty: 2 })),
  ];
  ids = proxies.map((proxy) => proxy.proxy_id);
  const ends = [-DAY_MS, 6.9 * DAY_MS, 7.1 * DAY_MS];
  for (const [nth, end] of ends.entries()) {
    const expiresAt = new Date(Date.now() + end);
    const data = { createdAt: new Date(expiresAt.getTime() - 30 * DAY_MS), expiresAt };
    await site().services.db.prisma.proxy.update({ where: { id: ids[nth] ?? '' }, data });
    Object.assign(proxies[nth] ?? {}, { expires_at: expiresAt.toISOString() });
  }
});

async function list(input: object = {}, session = holder): Promise<ListOutput> {
  const answer = await session.query('proxies.list', input);
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as ListOutput;
}

const idsOf = ({ records }: ListOutput) => records.map((record) => record.proxy_id);
/** Of the four, by their numbers. */
const numbers = (list: ListOutput) => idsOf(list).map((id) => ids.indexOf(id));

test('a line is what the purchase delivered, without the password', async () => {
  const { records, total } = await list();
  expect(total).toBe(4);
  const { proxy_id, username, country, expires_at } = proxies[3] as DeliveredProxy;
  const line = {
    proxy_id,
    username,
    country,
    expires_at,
    created_at: expect.stringMatching(/Z$/),
    auto_renew: false,
    renewable: true,
  };
  expect(records.find((record) => record.proxy_id === proxy_id)).toEqual(line);
});

test.each([
  ['newest', [3, 2, 1, 0]],
  ['oldest', [0, 1, 2, 3]],
  ['expires_first', [0, 1, 2, 3]],
  ['expires_last', [3, 2, 1, 0]],
])('sorted: %s', async (sort, order) => expect(numbers(await list({ sort }))).toEqual(order));

describe('narrowed', () => {
  test('to a status, with the counts of all', async () => {
    const counts = { all: 4, live: 3, expiring: 1, expired: 1 };
    expect(await list({ status: 'expired' })).toMatchObject({ total: 1, counts });
    expect(numbers(await list({ status: 'expired' }))).toEqual([0]);
    expect(numbers(await list({ status: 'expiring' }))).toEqual([1]);
    expect(numbers(await list({ status: 'live' }))).toEqual([3, 2, 1]);
  });

  test('to a country', async () => {
    const french = await list({ country: 'fr' });
    expect(numbers(french)).toEqual([1, 0]);
    expect(french.counts).toEqual({ all: 2, live: 1, expiring: 1, expired: 1 });
    expect(numbers(await list({ country: 'eu' }))).toEqual([]);
  });

  test('to a part of an id or username, or to a credential', async () => {
    const { proxy_id: id, username, access } = proxies[2] as DeliveredProxy;
    for (const search of [id, id.slice(5), username, username.slice(4).toUpperCase(), access, ` ${id} `]) {
      expect(numbers(await list({ search })), search).toEqual([2]);
    }
    expect(numbers(await list({ search: id, status: 'expired' }))).toEqual([]);
  });

  test.each([
    ['_', 4],
    ['%', 0],
    ['\\', 0],
    ["'", 0],
  ])('%j stands for itself', async (search, total) => expect(await list({ search })).toMatchObject({ total }));

  test('wrongly is refused', async () => {
    const wrong = [
      { status: 'dead' },
      { sort: 'price' },
      { country: 'xx' },
      { page: 0 },
      { page: 1.5 },
      { search: 'x'.repeat(301) },
    ];
    for (const input of wrong) {
      expect((await holder.query('proxies.list', input)).status, JSON.stringify(input)).toBe(400);
    }
  });
});

describe('handed over', () => {
  test('are the credentials as delivered, in the order asked for', async () => {
    const { data } = await holder.mutate('proxies.credentials', { proxy_ids: [ids[3], ids[2]] });
    expect(data).toEqual([proxies[3], proxies[2]]);
  });

  test('are all that a filter finds', async () => {
    expect((await holder.query('proxies.ids', { country: 'es', sort: 'expires_first' })).data).toEqual([ids[2], ids[3]]);
    expect((await holder.query('proxies.ids', { status: 'expired' })).data).toEqual([ids[0]]);
  });

  test('is a thousand at once', async () => {
    const most = Array<string>(1_000).fill('px_nobodys');
    expect((await holder.mutate('proxies.credentials', { proxy_ids: most })).data).toEqual([]);
    expect((await holder.mutate('proxies.credentials', { proxy_ids: [...most, 'px_one'] })).status).toBe(400);
    expect((await holder.mutate('proxies.credentials', { proxy_ids: [] })).status).toBe(400);
  });
});

test("another account's proxies are not found, and not handed over", async () => {
  expect(await list({}, stranger)).toEqual({ records: [], total: 0, counts: { all: 0, live: 0, expiring: 0, expired: 0 } });
  expect(await list({ search: ids[3] }, stranger)).toMatchObject({ total: 0 });
  expect((await stranger.query('proxies.ids', {})).data).toEqual([]);
  expect((await stranger.mutate('proxies.credentials', { proxy_ids: ids })).data).toEqual([]);
});

test('a guest has none', async () => {
  const procedure = (name: string, init?: RequestInit) => fetch(`http://127.0.0.1:${site().port}/api/trpc/proxies.${name}`, init);
  for (const name of ['list', 'ids']) expect((await procedure(`${name}?input={}`)).status, name).toBe(401);
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ proxy_ids: ids }) };
  expect((await procedure('credentials', init)).status).toBe(401);
});

describe('ten thousand proxies', () => {
  let large: Session;
  beforeAll(async () => {
    large = await newSession(site());
    await fillProxies(site(), large.accountId, 10_000);
  });

  test('are read in pages', async () => {
    const pages = await Promise.all([1, 2, 200, 201].map((page) => list({ page }, large)));
    expect(pages.map(({ records }) => records.length)).toEqual([50, 50, 50, 0]);
    expect(pages[3]).toMatchObject({ total: 10_000 });
    expect(new Set(pages.flatMap(idsOf)).size).toBe(150);
  });

  test('open and are filtered in under 300 ms', async () => {
    const last = idsOf(await list({ page: 200 }, large))[49];
    const questions = [
      {},
      { page: 200 },
      { search: last },
      { search: 'a', sort: 'expires_first' },
      { country: 'es', status: 'live' },
    ];
    for (const question of questions) {
      const took = await quickest(300, () => list(question, large));
      expect(took, JSON.stringify(question)).toBeLessThan(300);
    }
  });

  test('are handed over without one missing', async () => {
    const all = (await large.query('proxies.ids', {})).data as string[];
    expect(new Set(all).size).toBe(10_000);
    const { data } = await large.mutate('proxies.credentials', { proxy_ids: all.slice(0, 1_000) });
    expect((data as DeliveredProxy[]).map((proxy) => proxy.proxy_id)).toEqual(all.slice(0, 1_000));
  });
});
