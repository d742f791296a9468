/** The resale book: narrowed, summed, edited by the thousand and undone; quick with ten thousand lines, and nobody else's. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountId } from '#server/kernel/ids.ts';
import { cents } from '#server/kernel/money.ts';
import { list as listInBook } from '#server/plugins/resale/port.ts';
import type { BuyersOutput, ResaleListOutput } from '#server/plugins/resale/schema.ts';
import { buyAs, fillProxies } from '#tests/harness/proxies.ts';
import { quickest } from '#tests/harness/quickest.ts';
import { newSession, type Session } from '#tests/harness/session.ts';
import { ownSite } from '#tests/harness/site.ts';

const site = ownSite({ stock: 200 });

const DAY_MS = 24 * 60 * 60 * 1_000;

async function list(session: Session, input: object = {}): Promise<ResaleListOutput> {
  const answer = await session.query('resale.list', input);
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as ResaleListOutput;
}

async function edit(session: Session, which: object, change: object) {
  const answer = await session.mutate('resale.edit', { which, change });
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as { changed: number; edit_id: string | null };
}

async function note(session: Session, id: string | undefined, change: object): Promise<void> {
  expect(await session.mutate('resale.update', { proxy_id: id, ...change })).toMatchObject({ status: 200 });
}

const idsOf = ({ records }: ResaleListOutput) => records.map((record) => record.proxy_id);

describe('a book of four proxies', () => {
  let holder: Session;
  let stranger: Session;
  /** Two of France at 2.90, then two of Spain at 2.70. */
  let ids: string[];
  const numbers = (list: ResaleListOutput) => idsOf(list).map((id) => ids.indexOf(id));

  beforeEach(async () => {
    holder = await newSession(site());
    stranger = await newSession(site());
    ids = [
      ...(await buyAs(site(), holder.accountId, { country: 'fr', qty: 2 })),
      ...(await buyAs(site(), holder.accountId, { country: 'es', qty: 2 })),
    ].map((proxy) => proxy.proxy_id);
    await note(holder, ids[0], { sale_price: 5, buyer_name: 'Kestrel Labs', paid_on: '2026-11-02' });
    await note(holder, ids[1], { sale_price: 2.5, buyer_name: 'Kestrel Labs', note: 'Sold at a LOSS' });
    await note(holder, ids[2], { sale_price: 10, buyer_name: 'Northwind' });
    const expiresAt = new Date(Date.now() + 3 * DAY_MS);
    const data = { createdAt: new Date(expiresAt.getTime() - 30 * DAY_MS), expiresAt };
    await site().services.db.prisma.proxy.update({ where: { id: ids[1] ?? '' }, data });
  });

  test('a line says what the proxy cost, and what was noted', async () => {
    const { records } = await list(holder, { search: ids[0] });
    expect(records).toMatchObject([
      { cost: 2.9, sale_price: 5, buyer_name: 'Kestrel Labs', paid_on: '2026-11-02', note: '', country: 'fr' },
    ]);
  });

  test('what a renewal took is part of the cost', async () => {
    await site().services.db.prisma.$executeRaw`
      WITH renewal AS (
        INSERT INTO renewals (account_id, idempotency_key, part, qty, total_cents, discount_cents, automatic, created_at)
        VALUES (${holder.accountId}, ${`renewal-${holder.accountId}`}, 0, 1, 230, 0, false, now()) RETURNING id
      )
      INSERT INTO renewal_proxies (renewal_id, proxy_id, valid_from, valid_until, unit_price_cents)
      SELECT id, ${ids[0]}, now() + interval '30 days', now() + interval '60 days', 230 FROM renewal`;
    expect((await list(holder, { search: ids[0] })).records).toMatchObject([{ cost: 5.2, sale_price: 5 }]);
    expect((await list(holder)).totals).toMatchObject({ count: 4, cost: 13.5 });
  });

  test('is narrowed by text, buyer, payment and expiry, and summed as far as it is found', async () => {
    expect((await list(holder)).totals).toEqual({ count: 4, cost: 11.2, sales: 17.5, paid: 5, open: 12.5 });
    expect(numbers(await list(holder, { search: 'kestrel', sort: 'oldest' })).toSorted()).toEqual([0, 1]);
    expect(numbers(await list(holder, { search: 'a loss' }))).toEqual([1]);
    expect(numbers(await list(holder, { buyer: 'Northwind' }))).toEqual([2]);
    expect(numbers(await list(holder, { buyer: 'northwind' }))).toEqual([]);
    expect(numbers(await list(holder, { buyer: '' }))).toEqual([3]);
    expect((await list(holder, { buyer: 'Kestrel Labs' })).totals).toEqual({
      count: 2,
      cost: 5.8,
      sales: 7.5,
      paid: 5,
      open: 2.5,
    });
    expect(numbers(await list(holder, { payment: 'paid' }))).toEqual([0]);
    expect((await list(holder, { payment: 'unpaid' })).totals.count).toBe(3);
    expect(numbers(await list(holder, { expiry: 'expiring' }))).toEqual([1]);
    expect(await list(holder, { expiry: 'expired' })).toMatchObject({
      records: [],
      totals: { count: 0, sales: 0 },
      empty: false,
    });
  });

  test('is sorted by price, margin, expiry and buyer', async () => {
    expect(numbers(await list(holder, { sort: 'price_high' }))).toEqual([2, 0, 1, 3]);
    expect(numbers(await list(holder, { sort: 'margin_high' }))).toEqual([2, 0, 1, 3]);
    expect(numbers(await list(holder, { sort: 'margin_low' }))).toEqual([3, 1, 0, 2]);
    expect(numbers(await list(holder, { sort: 'expires_first' }))[0]).toBe(1);
    expect(numbers(await list(holder, { sort: 'buyer' })).slice(2)).toEqual([2, 3]);
  });

  test.each(['_', '%', '\\', "'"])('%j stands for itself in a search', async (search) => {
    const { totals } = await list(holder, { search });
    expect(totals.count).toBe(search === '_' ? 4 : 0);
  });

  test.each([
    { paid_on: '2026-02-30' },
    { paid_on: '1999-01-01' },
    { paid_on: 'today' },
    { note: 'x'.repeat(501) },
    { note: 'a\nb' },
    { buyer_name: 'x'.repeat(201) },
    { sale_price: -1 },
  ])('%j is refused', async (change) => {
    expect(await holder.mutate('resale.update', { proxy_id: ids[0], ...change })).toMatchObject({ status: 400 });
    const which = { proxy_ids: [ids[0]] };
    expect(await holder.mutate('resale.edit', { which, change })).toMatchObject({ status: 400 });
  });

  test('an edit of nothing, or of nobody, is refused', async () => {
    const which = { proxy_ids: ids };
    expect((await holder.mutate('resale.edit', { which, change: {} })).status).toBe(400);
    expect((await holder.mutate('resale.edit', { which: { proxy_ids: [] }, change: { note: 'a' } })).status).toBe(400);
    expect((await holder.mutate('resale.edit', { which: { ...which, filter: {} }, change: { note: 'a' } })).status).toBe(400);
  });

  test('an edit changes what differs, and is taken back once', async () => {
    const { changed, edit_id } = await edit(holder, { proxy_ids: ids }, { buyer_name: 'Northwind', paid_on: '2026-11-20' });
    expect(changed).toBe(4);
    expect((await list(holder, { buyer: 'Northwind' })).totals).toMatchObject({ count: 4, open: 0 });
    expect(await holder.mutate('resale.undo', { edit_id })).toMatchObject({ status: 200, data: { restored: 4 } });
    expect((await list(holder)).totals).toEqual({ count: 4, cost: 11.2, sales: 17.5, paid: 5, open: 12.5 });
    expect(numbers(await list(holder, { buyer: '' }))).toEqual([3]);
    expect(await holder.mutate('resale.undo', { edit_id })).toMatchObject({ status: 404 });
    expect(await edit(holder, { proxy_ids: [ids[2]] }, { buyer_name: 'Northwind' })).toEqual({ changed: 0, edit_id: null });
  });

  test('what was changed again since an edit survives its undoing', async () => {
    const { edit_id } = await edit(holder, { proxy_ids: ids }, { buyer_name: 'Everyone', sale_price: 1 });
    await note(holder, ids[0], { buyer_name: 'Somebody later' });
    await note(holder, ids[3], { sale_price: 7 });
    await holder.mutate('resale.undo', { edit_id });
    const lines = new Map((await list(holder)).records.map((record) => [ids.indexOf(record.proxy_id), record]));
    expect(lines.get(0)).toMatchObject({ buyer_name: 'Somebody later', sale_price: 5 });
    expect(lines.get(2)).toMatchObject({ buyer_name: 'Northwind', sale_price: 10 });
    expect(lines.get(3)).toMatchObject({ buyer_name: '', sale_price: 7 });
  });

  test('an edit of all that is found leaves the others alone', async () => {
    const filter = { search: '', payment: 'unpaid', buyer: 'Kestrel Labs' };
    expect(await edit(holder, { filter }, { paid_on: '2026-11-21' })).toMatchObject({ changed: 1 });
    expect((await list(holder, { payment: 'paid' })).totals.count).toBe(2);
  });

  test("nobody edits, undoes or renames what is another's", async () => {
    const other = await buyAs(site(), stranger.accountId, { country: 'eu', qty: 1 });
    const theirs = other[0]?.proxy_id;
    expect(await edit(stranger, { proxy_ids: [...ids, theirs] }, { sale_price: 1, buyer_name: 'Thief' })).toMatchObject({
      changed: 1,
    });
    expect((await list(holder)).totals).toMatchObject({ sales: 17.5 });
    expect((await list(stranger)).totals).toMatchObject({ count: 1, sales: 1 });
    const { edit_id } = await edit(holder, { proxy_ids: ids }, { note: 'mine' });
    expect(await stranger.mutate('resale.undo', { edit_id })).toMatchObject({ status: 404 });
    expect(await stranger.mutate('resale.update', { proxy_id: ids[0], note: 'theirs' })).toMatchObject({ status: 404 });
    expect(await stranger.mutate('resale.renameBuyer', { buyer_name: 'Kestrel Labs', new_name: 'Taken over' })).toMatchObject({
      status: 404,
    });
    expect((await list(holder, { buyer: 'Kestrel Labs' })).records.map((record) => record.note)).toEqual(['mine', 'mine']);
    expect((await stranger.query('resale.buyerNames')).data).toEqual(['Thief']);
  });

  test('buyers are summed each for themselves', async () => {
    const { data } = await holder.query('resale.buyers', { sort: 'open' });
    expect(data).toMatchObject({
      total: 2,
      records: [
        { buyer_name: 'Northwind', count: 1, live: 1, sales: 10, paid: 0, open: 10, links: 0 },
        { buyer_name: 'Kestrel Labs', count: 2, live: 2, sales: 7.5, paid: 5, open: 2.5 },
      ],
    });
    const [, kestrel] = (data as BuyersOutput).records;
    expect(new Date(kestrel?.next_expiry ?? 0).getTime() - Date.now()).toBeLessThan(3 * DAY_MS);
    expect((await holder.query('resale.buyers', { search: 'NORTH' })).data).toMatchObject({ total: 1 });
    expect((await holder.query('resale.buyers', { page: 2 })).data).toEqual({ records: [], total: 2 });
  });

  test('a buyer is renamed, though never into another one', async () => {
    const rename = (from: string, to: string) => holder.mutate('resale.renameBuyer', { buyer_name: from, new_name: to });
    expect(await rename('Kestrel Labs', 'Northwind')).toMatchObject({ status: 409 });
    expect(await rename('Nobody', 'Somebody')).toMatchObject({ status: 404 });
    expect(await rename('Kestrel Labs', ' ')).toMatchObject({ status: 400 });
    expect(await rename('Kestrel Labs', 'Kestrel')).toMatchObject({ status: 200, data: { renamed: 2 } });
    expect((await holder.query('resale.buyerNames')).data).toEqual(['Kestrel', 'Northwind']);
  });

  test('the file has every line, and no formula', async () => {
    await note(holder, ids[3], { buyer_name: '=HYPERLINK("http://evil.example")', note: 'one, two' });
    const answer = await holder.get('/client/resale/book.csv?sort=price_high');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const lines = (await answer.text()).split('\r\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe('proxy_id,username,country,bought_at,expires_at,cost_eur,sale_price_eur,margin_eur,buyer,paid_on,note');
    expect(lines[2]).toMatch(new RegExp(`^${ids[0]},isp\\w+,fr,.*,2\\.90,5\\.00,2\\.10,Kestrel Labs,2026-11-02,$`));
    expect(lines[4]).toContain(`,-2.70,"'=HYPERLINK(""http://evil.example"")",,"one, two"`);
    expect((await stranger.get('/client/resale/book.csv')).status).toBe(200);
    expect(await (await stranger.get('/client/resale/book.csv')).text()).not.toContain('px_');
    const guest = await fetch(`http://127.0.0.1:${site().port}/client/resale/book.csv`, { redirect: 'manual' });
    expect(guest.status).toBe(307);
  });
});

test('edits at once leave every line as one of them made it, and are undone one by one', async () => {
  const holder = await newSession(site());
  const ids = (await buyAs(site(), holder.accountId, { country: 'fr', qty: 20 })).map((proxy) => proxy.proxy_id);
  const edits = await Promise.all(
    ['A', 'B', 'C', 'D', 'E'].map((name, nth) =>
      edit(holder, { proxy_ids: nth % 2 ? ids : ids.toReversed() }, { buyer_name: name, sale_price: nth + 1 }),
    ),
  );
  expect(edits.map(({ changed }) => changed)).toEqual([20, 20, 20, 20, 20]);
  const lines = (await list(holder)).records.map((record) => `${record.buyer_name}${record.sale_price}`);
  expect(new Set(lines).size).toBe(1);
  expect(['A1', 'B2', 'C3', 'D4', 'E5']).toContain(lines[0]);
  const undone = await Promise.all(edits.map(({ edit_id }) => holder.mutate('resale.undo', { edit_id })));
  expect(undone.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('a guest has no book', async () => {
  const procedure = (name: string, init?: RequestInit) => fetch(`http://127.0.0.1:${site().port}/api/trpc/resale.${name}`, init);
  for (const name of ['list', 'buyers', 'links']) expect((await procedure(`${name}?input={}`)).status, name).toBe(401);
  expect((await procedure('buyerNames')).status).toBe(401);
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  for (const name of ['update', 'edit', 'undo', 'renameBuyer', 'createLink', 'revokeLink']) {
    expect((await procedure(name, init)).status, name).toBe(401);
  }
});

describe('ten thousand lines', () => {
  let large: Session;

  beforeAll(async () => {
    large = await newSession(site());
    await fillBook(large.accountId, 10_000);
  });

  async function fillBook(accountId: AccountId, count: number): Promise<void> {
    const { db } = site().services;
    await fillProxies(site(), accountId, count);
    const rows = await db.prisma.proxy.findMany({ where: { accountId }, select: { id: true } });
    await db.transaction((tx) =>
      listInBook(
        tx,
        accountId,
        rows.map((row) => row.id),
        cents(300),
      ),
    );
    await db.prisma.$executeRaw`
      UPDATE resale_entries SET buyer_name = 'Buyer ' || (abs(hashtext(proxy_id)) % 200) WHERE account_id = ${accountId}`;
    await db.prisma.$executeRaw`ANALYZE resale_entries, proxies, orders`;
  }

  test('open and are filtered in under 300 ms', async () => {
    const questions = [
      ['list', {}],
      ['list', { page: 200 }],
      ['list', { search: 'buyer 7', sort: 'margin_high' }],
      ['list', { payment: 'unpaid', expiry: 'live', sort: 'buyer' }],
      ['buyers', {}],
    ] as const;
    for (const [name, question] of questions) {
      const took = await quickest(300, async () => {
        expect((await large.query(`resale.${name}`, question)).status).toBe(200);
      });
      expect(took, JSON.stringify(question)).toBeLessThan(300);
    }
  });

  test('are edited at once, and undone', async () => {
    const { edit_id, changed } = await edit(large, { filter: { search: '' } }, { paid_on: '2026-11-21' });
    expect(changed).toBe(10_000);
    expect((await list(large)).totals).toEqual({ count: 10_000, cost: 10_000, sales: 30_000, paid: 30_000, open: 0 });
    expect(await large.mutate('resale.undo', { edit_id })).toMatchObject({ data: { restored: 10_000 } });
    expect((await list(large)).totals.open).toBe(30_000);
  });

  test('one more is too many for an edit', async () => {
    await fillBook(large.accountId, 1);
    expect(await large.mutate('resale.edit', { which: { filter: { search: '' } }, change: { note: 'x' } })).toMatchObject({
      status: 413,
    });
  });
});
