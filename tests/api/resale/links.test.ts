/** Buyer links: each shows one buyer his live proxies and nothing else, and whoever has no live link sees the same nothing. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import type { BuyerLink } from '#server/plugins/resale/schema.ts';
import { freshSource } from '#tests/harness/client.ts';
import { buyAs } from '#tests/harness/proxies.ts';
import { newSession, type Session } from '#tests/harness/session.ts';
import { ownSite } from '#tests/harness/site.ts';

const site = ownSite({ stock: 400, env: { TRUSTED_PROXIES: '1' } });

const DAY_MS = 24 * 60 * 60 * 1_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Fetches what somebody without a session gets, from an address of his own unless one is given. */
const visit = (path: string, from = freshSource(), headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${site().port}${path}`, { redirect: 'manual', headers: { 'X-Forwarded-For': from, ...headers } });

async function call(name: string, input: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${site().port}/api/trpc/resale.${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': freshSource() },
    body: JSON.stringify(input),
  });
  return { status: answer.status, text: await answer.text() };
}

let holder: Session;
/** Two noted for Kestrel, one for Northwind, one for nobody. */
let proxies: DeliveredProxy[];

const idAt = (nth: number) => proxies[nth]?.proxy_id ?? '';

async function note(session: Session, id: string, change: object): Promise<void> {
  expect(await session.mutate('resale.update', { proxy_id: id, ...change })).toMatchObject({ status: 200 });
}

async function makeLink(
  session: Session,
  buyer: string,
  expiresAt = inDays(7),
): Promise<BuyerLink & { url: string; token: string }> {
  const answer = await session.mutate('resale.createLink', { buyer_name: buyer, expires_at: expiresAt });
  expect(answer).toMatchObject({ status: 200 });
  const link = answer.data as BuyerLink;
  const url = link.url ?? '';
  return { ...link, url, token: url.split('/b/')[1] ?? '' };
}

/** The id of a proxy may go on like a username. */
const USERNAMES = /(?<!px_)isp[a-z2-9]{13}/g;

async function usernamesOn(token: string): Promise<string[]> {
  const answer = await visit(`/b/${token}`);
  expect(answer.status).toBe(200);
  return [...new Set((await answer.text()).match(USERNAMES) ?? [])].sort();
}

const usernames = (...nths: number[]) => nths.map((nth) => proxies[nth]?.username ?? '').sort();

beforeEach(async () => {
  holder = await newSession(site());
  proxies = await buyAs(site(), holder.accountId, { country: 'fr', qty: 4 });
  await note(holder, idAt(0), { buyer_name: 'Kestrel', sale_price: 77.77, note: 'CANARY-NOTE' });
  await note(holder, idAt(1), { buyer_name: 'Kestrel', paid_on: '2026-11-02' });
  await note(holder, idAt(2), { buyer_name: 'Northwind', sale_price: 88.88 });
});

describe('a link', () => {
  test("shows exactly its buyer's live proxies, also where another account has a buyer of that name", async () => {
    const other = await newSession(site());
    const [theirs] = await buyAs(site(), other.accountId, { country: 'es', qty: 1 });
    await note(other, theirs?.proxy_id ?? '', { buyer_name: 'Kestrel' });
    const { token } = await makeLink(holder, 'Kestrel');
    expect(await usernamesOn(token)).toEqual(usernames(0, 1));
    expect(await usernamesOn((await makeLink(other, 'Kestrel')).token)).toEqual([theirs?.username]);

    const past = new Date(Date.now() - 1_000);
    const data = { createdAt: new Date(past.getTime() - 30 * DAY_MS), expiresAt: past };
    await site().services.db.prisma.proxy.update({ where: { id: idAt(1) }, data });
    expect(await usernamesOn(token)).toEqual(usernames(0));
  });

  test('follows the book at once: what is noted for another vanishes, what is noted for him appears', async () => {
    const { token } = await makeLink(holder, 'Kestrel');
    await note(holder, idAt(0), { buyer_name: 'Northwind' });
    await note(holder, idAt(3), { buyer_name: 'Kestrel' });
    expect(await usernamesOn(token)).toEqual(usernames(1, 3));
    expect((await call('linkedProxies', { token, proxy_ids: [idAt(0)] })).status).toBe(404);
    expect((await call('checkLinked', { token, proxy_id: idAt(0) })).status).toBe(404);
    await holder.mutate('resale.edit', { which: { filter: { search: '' } }, change: { buyer_name: '' } });
    expect(await usernamesOn(token)).toEqual([]);
  });

  test('goes on showing a buyer who is renamed', async () => {
    const { token } = await makeLink(holder, 'Kestrel');
    await holder.mutate('resale.renameBuyer', { buyer_name: 'Kestrel', new_name: 'Kestrel & Sons' });
    expect(await usernamesOn(token)).toEqual(usernames(0, 1));
    expect((await holder.query('resale.links', { buyer: 'Kestrel & Sons' })).data).toMatchObject({ total: 1 });
  });

  test("never shows another buyer's proxies because he is given the name under which it was made", async () => {
    const { token, link_id } = await makeLink(holder, 'Kestrel');
    await note(holder, idAt(0), { buyer_name: '' });
    await note(holder, idAt(1), { buyer_name: '' });
    const rename = () => holder.mutate('resale.renameBuyer', { buyer_name: 'Northwind', new_name: 'Kestrel' });
    expect(await rename()).toMatchObject({ status: 409 });
    expect(await usernamesOn(token)).toEqual([]);
    await holder.mutate('resale.revokeLink', { link_id });
    expect(await rename()).toMatchObject({ status: 200 });
  });

  test('two buyers who are given one name at the same moment do not become one', async () => {
    const northwind = await makeLink(holder, 'Northwind');
    const kestrel = await makeLink(holder, 'Kestrel');
    const rename = (from: string) => holder.mutate('resale.renameBuyer', { buyer_name: from, new_name: 'Sparrow' });
    const renamed = await Promise.all([rename('Kestrel'), rename('Northwind')]);
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await usernamesOn(kestrel.token)).toEqual(usernames(0, 1));
    expect(await usernamesOn(northwind.token)).toEqual(usernames(2));
  });

  test('shows new passwords once they were reset', async () => {
    const { token } = await makeLink(holder, 'Northwind');
    const { data } = await holder.mutate('proxies.reset', { proxy_id: idAt(2) });
    const html = await (await visit(`/b/${token}`)).text();
    expect(html).toContain((data as DeliveredProxy).password);
    expect(html).not.toContain(proxies[2]?.password);
  });

  test('tells its holder how often it was opened, and its address again', async () => {
    const link = await makeLink(holder, 'Kestrel');
    expect(link.url).toMatch(/^http:\/\/\S+\/b\/[0-9A-Za-z]{30}$/);
    const listed = async () => ((await holder.query('resale.links', {})).data as { records: BuyerLink[] }).records;
    expect(await listed()).toMatchObject([{ opens: 0, opened_at: null, url: link.url, state: 'live' }]);
    await usernamesOn(link.token);
    await usernamesOn(link.token);
    expect(await listed()).toMatchObject([{ opens: 2, opened_at: expect.stringMatching(/Z$/) }]);
  });

  test('lies in the database as a hash and a sealed copy only', async () => {
    const { token, link_id } = await makeLink(holder, 'Kestrel');
    const rows = await site().services.db.prisma.$queryRaw<{ row: string }[]>`
      SELECT row_to_json(buyer_links)::text AS row FROM buyer_links WHERE id = ${link_id}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token).toString('hex'));
  });
});

describe('the page', () => {
  test('gives away nothing else of the account', async () => {
    const { token, link_id } = await makeLink(holder, 'Kestrel');
    const { email } = (await holder.query('accounts.me')).data as { email: string };
    const answer = await visit(`/b/${token}`);
    const html = await answer.text();
    expect(html).toContain(proxies[0]?.password);
    for (const [what, canary] of Object.entries({
      email,
      'the buyer': 'Kestrel',
      'another buyer': 'Northwind',
      'a note': 'CANARY-NOTE',
      'a sale price': '77.77',
      'the day of payment': '2026-11-02',
      'the link': link_id,
      'an order': 'order_id',
      'an account': 'account_id',
      'a price': 'sale_price',
      "another buyer's proxy": idAt(2),
      "nobody's proxy": proxies[3]?.password ?? '',
    })) {
      expect({ what, found: html.includes(canary) }).toEqual({ what, found: false });
    }
  });

  test('is kept by nobody, and tells nobody where it was', async () => {
    const { token } = await makeLink(holder, 'Kestrel');
    for (const path of [`/b/${token}`, '/b/garbage', `/b/${token}/qr.svg?proxy=${idAt(0)}`]) {
      const { headers } = await visit(path);
      expect(headers.get('cache-control'), path).toContain('no-store');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('x-robots-tag'), path).toBe('noindex, nofollow');
      expect(headers.get('set-cookie'), path).toBeNull();
    }
  });

  test("speaks the language of the buyer's browser", async () => {
    const { token } = await makeLink(holder, 'Kestrel');
    const read = async (language: string) => (await visit(`/b/${token}`, freshSource(), { 'Accept-Language': language })).text();
    expect(await read('fr-FR')).toContain('proxys actifs');
    expect(await read('es')).toContain('proxies activos');
    expect(await read('de')).toContain('live proxies');
  });

  test('draws codes of what the link shows, and of nothing else', async () => {
    const { token } = await makeLink(holder, 'Kestrel');
    const code = await visit(`/b/${token}/qr.svg?proxy=${idAt(0)}&proxy=${idAt(1)}&format=socks5`);
    expect(code.status).toBe(200);
    expect(code.headers.get('content-type')).toBe('image/svg+xml');
    expect(await code.text()).toMatch(/^<svg/);
    for (const query of ['', `?proxy=${idAt(2)}`, `?proxy=${idAt(0)}&proxy=${idAt(3)}`, '?proxy=px_nobodys']) {
      expect((await visit(`/b/${token}/qr.svg${query}`)).status, query).toBe(404);
    }
  });

  test('admits one network sixty times a minute', async () => {
    const { token } = await makeLink(holder, 'Kestrel');
    const from = freshSource();
    await Promise.all(Array.from({ length: 60 }, () => visit('/b/garbage', from)));
    const refused = await (await visit(`/b/${token}`, from)).text();
    expect(refused).toContain('Too many openings at once');
    expect(refused).not.toContain(proxies[0]?.password);
    expect((await holder.query('resale.links', {})).data).toMatchObject({ records: [{ opens: 0 }] });
    expect(await usernamesOn(token)).toEqual(usernames(0, 1));
  });
});

describe('by procedures, as by pages, one network is admitted', () => {
  const asked = (from: string, names: readonly string[], input: object) =>
    fetch(`http://127.0.0.1:${site().port}/api/trpc/${names.map((name) => `resale.${name}`).join(',')}?batch=1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify(Object.fromEntries(names.map((_, nth) => [nth, input]))),
    }).then((answer) => answer.json() as Promise<{ error?: { data: { httpStatus: number; publicCode: string | null } } }[]>);
  const statusOf = ({ error }: { error?: { data: { httpStatus: number } } }) => error?.data.httpStatus ?? 200;

  test.each([
    ['openLink', 60, {}],
    ['linkedProxies', 120, { proxy_ids: ['px_nobodys'] }],
    ['checkLinked', 60, { proxy_id: 'px_nobodys' }],
  ])('to %s %i times a minute, each call of a batch by itself', async (name, perMinute, more) => {
    const from = freshSource();
    const ten = Array.from({ length: 10 }, () => name);
    for (let done = 0; done < perMinute; done += 10) {
      const answers = await asked(from, ten, { token: 'A'.repeat(30), ...more });
      expect(answers.map(statusOf)).toEqual(ten.map(() => 404));
    }
    const [refused] = await asked(from, [name], { token: 'A'.repeat(30), ...more });
    expect(refused).toMatchObject({ error: { data: { httpStatus: 429, publicCode: 'links_too_often' } } });
    expect((await asked(freshSource(), [name], { token: 'A'.repeat(30), ...more })).map(statusOf)).toEqual([404]);
  });

  test('on the page and by procedures together', async () => {
    const from = freshSource();
    const { token } = await makeLink(holder, 'Kestrel');
    for (let nth = 0; nth < 6; nth += 1) await asked(from, Array(10).fill('openLink'), { token: 'A'.repeat(30) });
    expect(await (await visit(`/b/${token}`, from)).text()).toContain('Too many openings at once');
  });
});

test('a revoked link, an expired one and one that never was are alike', async () => {
  const { prisma } = site().services.db;
  const revoked = await makeLink(holder, 'Kestrel');
  expect(await holder.mutate('resale.revokeLink', { link_id: revoked.link_id })).toMatchObject({ status: 200 });
  const expired = await makeLink(holder, 'Kestrel');
  const past = new Date(Date.now() - 1_000);
  await prisma.buyerLink.update({ where: { id: expired.link_id }, data: { expiresAt: past, createdAt: new Date(0) } });
  const never = 'A'.repeat(30);
  /** Without what differs in any two answers: nonces, and the address itself. */
  const face = async (token: string) => {
    const answer = await visit(`/b/${token}`);
    const html = (await answer.text()).replaceAll(token, 'TOKEN').replaceAll(/nonce(\\?"|=|:)+[A-Za-z0-9+/=]+/g, 'nonce');
    return { status: answer.status, html };
  };
  const faces = [await face(revoked.token), await face(expired.token), await face(never)];
  expect(faces[0]?.status).toBe(404);
  expect(faces[0]?.html).toContain('This link does not work');
  expect(faces[1]).toEqual(faces[0]);
  expect(faces[2]).toEqual(faces[0]);

  for (const odd of ['short', 'x'.repeat(300), '%00', '..%2f..%2fclient', "'%20OR%201=1"]) {
    expect((await visit(`/b/${odd}`)).status, odd).toBe(404);
  }
  const calls = [
    ['openLink', {}],
    ['linkedProxies', { proxy_ids: [idAt(0)] }],
    ['checkLinked', { proxy_id: idAt(0) }],
  ] as const;
  for (const [name, more] of calls) {
    const answers = await Promise.all([revoked, expired, { token: never }].map(({ token }) => call(name, { token, ...more })));
    expect(answers[0]).toMatchObject({ status: 404 });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  }
});

describe('making and ending links', () => {
  test('is for buyers of the own book, for a while', async () => {
    const make = (input: object) =>
      holder.mutate('resale.createLink', { buyer_name: 'Kestrel', expires_at: inDays(7), ...input });
    expect(await make({ buyer_name: 'Nobody' })).toMatchObject({ status: 404 });
    expect(await make({ buyer_name: '' })).toMatchObject({ status: 400 });
    expect(await make({ expires_at: inDays(-1) })).toMatchObject({ status: 400 });
    expect(await make({ expires_at: inDays(367) })).toMatchObject({ status: 400 });
    expect(await make({ expires_at: 'soon' })).toMatchObject({ status: 400 });
    expect(
      await (await newSession(site())).mutate('resale.createLink', { buyer_name: 'Kestrel', expires_at: inDays(7) }),
    ).toMatchObject({
      status: 404,
    });
  });

  test('twenty of one buyer live at once, however many are made together', async () => {
    const made = await Promise.all(
      Array.from({ length: 25 }, () => holder.mutate('resale.createLink', { buyer_name: 'Kestrel', expires_at: inDays(7) })),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(5);
    await makeLink(holder, 'Northwind');
  });

  test("nobody sees or revokes another's", async () => {
    const { link_id, token } = await makeLink(holder, 'Kestrel');
    const stranger = await newSession(site());
    expect((await stranger.query('resale.links', {})).data).toEqual({ records: [], total: 0 });
    expect(await stranger.mutate('resale.revokeLink', { link_id })).toMatchObject({ status: 404 });
    expect(await usernamesOn(token)).toEqual(usernames(0, 1));
  });

  test('a link that is revoked while it is opened shows all or nothing, and nothing from then on', async () => {
    const { link_id, token } = await makeLink(holder, 'Kestrel');
    const [, ...visits] = await Promise.all([
      holder.mutate('resale.revokeLink', { link_id }),
      ...Array.from({ length: 12 }, () => call('openLink', { token, page: 1 })),
    ]);
    for (const { status, text } of visits) {
      const shown = new Set(text.match(USERNAMES)).size;
      expect({ status, shown }).toEqual(status === 200 ? { status, shown: 2 } : { status: 404, shown: 0 });
    }
    expect((await call('openLink', { token })).status).toBe(404);
    expect(await holder.mutate('resale.revokeLink', { link_id })).toMatchObject({ status: 200 });
    const { data } = await holder.query('resale.links', {});
    expect(data).toMatchObject({ records: [{ state: 'revoked', url: null }] });
  });

  test('a revoked link stays in the list for thirty days', async () => {
    const { link_id } = await makeLink(holder, 'Kestrel');
    await holder.mutate('resale.revokeLink', { link_id });
    const { prisma } = site().services.db;
    const longAgo = new Date(Date.now() - 31 * DAY_MS);
    await prisma.buyerLink.update({ where: { id: link_id }, data: { createdAt: longAgo, revokedAt: longAgo } });
    expect((await holder.query('resale.links', {})).data).toMatchObject({ total: 0 });
  });
});

describe('the check of a link', () => {
  test('is one at a time, and twenty in a minute', async () => {
    const { token, link_id } = await makeLink(holder, 'Kestrel');
    // No entry point runs here: each check fails at once, and counts all the same.
    const first = await call('checkLinked', { token, proxy_id: idAt(0) });
    expect(first.status).toBe(200);
    expect(JSON.parse(first.text).result.data).toEqual({ socks5: { ok: false }, http: { ok: false } });
    await site().services.db.prisma.buyerLink.update({ where: { id: link_id }, data: { checks: 20 } });
    expect((await call('checkLinked', { token, proxy_id: idAt(0) })).status).toBe(429);
    const { token: another } = await makeLink(holder, 'Kestrel');
    expect((await call('checkLinked', { token: another, proxy_id: idAt(0) })).status).toBe(200);
    await site().services.db.prisma.buyerLink.update({
      where: { id: link_id },
      data: { checksSince: new Date(Date.now() - 61_000) },
    });
    expect((await call('checkLinked', { token, proxy_id: idAt(0) })).status).toBe(200);
  });
});
