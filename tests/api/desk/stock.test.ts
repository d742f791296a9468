/** The desk's stock: import, retirement, rest and replacement, each right under races with buyers, renewals and other staff. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderId } from '#server/kernel/ids.ts';
import { verify } from '#server/operator/verify.ts';
import { setCap } from '#server/plugins/orders/port.ts';
import * as proxies from '#server/plugins/proxies/port.ts';
import { callerOf } from '#tests/harness/owner.ts';
import { type Holder, newHolder, ownServices } from '#tests/harness/procedures.ts';
import { newStaff, type Staff } from '#tests/harness/staff.ts';
import { endIn } from '#tests/harness/validity.ts';

const services = ownServices(60);
const DAY_MS = 24 * 60 * 60 * 1_000;
const reason = 'what a test is for';

let staff: Staff;
let holder: Holder;
beforeAll(async () => {
  staff = await newStaff(services());
  holder = await newHolder(services(), 5_000_00);
  await setCap(services().db, holder.principal.accountId, 2_000);
});

const prisma = () => services().db.prisma;
const stock = () => staff.call.stock;
const proxyOf = (id: string) => prisma().proxy.findUniqueOrThrow({ where: { id } });
/** By its block of one: a part of an address finds every address that begins like it. */
const addressAt = async (ip: string) => {
  const { addresses } = await stock().addresses({ search: `${ip}/32` });
  return addresses[0] ?? expect.fail('no address');
};
const addressOf = async (id: string) => addressAt(await exitOf(id));
const exitOf = async (proxyId: string) => {
  const [row] = await prisma().$queryRaw<{ ip: string }[]>`
    SELECT host(ip) AS ip FROM addresses JOIN proxies ON address_id = addresses.id WHERE proxies.id = ${proxyId}`;
  return row?.ip ?? expect.fail('no exit');
};
const countryOf = async (country: string) =>
  (await stock().overview()).countries.find((one) => one.country === country) ?? expect.fail('no such country');
const newest = (action: string) => prisma().auditEntry.findFirst({ where: { action }, orderBy: { id: 'desc' } });

async function renew(id: string) {
  const { total_cents, qty } = await holder.call.renewals.quote({ proxies: { ids: [id] } });
  return holder.call.renewals.renew({ proxies: { ids: [id] }, key: randomUUID(), total_cents, qty });
}

/** Leaves only addresses in stock that never had a proxy, whose begin a test can thus move. */
async function retireUsed(country: string): Promise<void> {
  const used = await prisma().$queryRaw<{ id: number }[]>`
    SELECT id FROM addresses WHERE country = ${country}::"Country" AND free_at <= now()
      AND EXISTS (SELECT FROM proxies WHERE address_id = addresses.id)`;
  if (used.length > 0) await stock().retire({ ids: used.map(({ id }) => id), reason });
}

async function expectAllWell(): Promise<void> {
  expect(await verify(services().db, { secrets: services().secrets })).toMatchObject({ ok: true, violations: [] });
}

beforeEach(() => stock().setRest({ days: 0, reason }));

test('a preview tells what is new, what is there in which country, and what is refused', async () => {
  const text = '192.0.2.0/30 # new\n192.0.2.1\n10.1.0.5\n10.0.0.1/28\nnonsense';
  expect(await stock().preview({ country: 'fr', text })).toEqual({
    fresh: 4,
    first_fresh: ['192.0.2.0', '192.0.2.1', '192.0.2.2', '192.0.2.3'],
    repeated: 1,
    known: 1,
    first_known: [{ ip: '10.1.0.5', country: 'es', retired: false }],
    refused: 2,
    first_refused: [
      { text: '10.0.0.1/28', reason: expect.stringContaining('10.0.0.0/28') },
      { text: 'nonsense', reason: '"nonsense" is not an address.' },
    ],
  });
  expect(await prisma().address.count({ where: { ip: { startsWith: '192.0.2.' } } })).toBe(0);
});

test('the same addresses imported by two at once, in any order, are there once and counted once', async () => {
  const list = Array.from({ length: 200 }, (_, n) => `192.0.3.${n}`);
  const before = await countryOf('es');
  const imports = await Promise.all(
    Array.from({ length: 6 }, (_, nth) =>
      stock().import({ country: 'es', text: (nth % 2 ? list.toReversed() : list).join('\n'), reason }),
    ),
  );
  expect(imports.reduce((sum, { added }) => sum + added, 0)).toBe(200);
  expect((await countryOf('es')).free).toBe(before.free + 200);
  const entries = await prisma().auditEntry.findMany({ where: { action: 'stock.import' } });
  expect(entries.map(({ after }) => (after as { added: number }).added).reduce((sum, added) => sum + added, 0)).toBe(200);
  expect(entries.every((entry) => entry.actorId === staff.accountId && entry.reason === reason)).toBe(true);
  await expectAllWell();
});

test('addresses that are retired while they are bought are either not sold, or belong to the buyer until his proxy ends', async () => {
  await stock().import({ country: 'eu', text: '192.0.4.0/26 192.0.5.0/25', reason });
  const { addresses } = await stock().addresses({ search: '192.0.4.0/26' });
  expect(addresses).toHaveLength(50);
  const ids = addresses.map(({ id }) => id);
  const [retired, ...bought] = await Promise.all([
    stock().retire({ ids, reason }),
    ...Array.from({ length: 8 }, () => holder.buy('eu', 10)),
  ]);
  expect(retired.changed).toHaveLength(50);
  const after = await Promise.all(
    [1, 2].map(async (page) => (await stock().addresses({ search: '192.0.4.0/26', state: 'retired', page })).addresses),
  );
  const inUse = after.flat().filter(({ proxy }) => proxy !== null);
  const all = bought.flat();
  expect(inUse.every(({ proxy }) => proxy && all.includes(proxy.proxy_id))).toBe(true);
  expect((await countryOf('eu')).retired_in_use).toBe(inUse.length);
  await expectAllWell();
});

test('a retired address is never sold again, its proxy goes on and cannot be renewed, and undo puts it back', async () => {
  const [id = ''] = await holder.buy('fr', 1);
  const { id: addressId, ip } = await addressOf(id);
  const { expiresAt } = await proxyOf(id);
  expect(await stock().retire({ ids: [addressId], reason })).toEqual({ changed: [addressId] });
  expect(await stock().retire({ ids: [addressId], reason })).toEqual({ changed: [] });
  expect(await addressOf(id)).toMatchObject({ state: 'retired', free_at: null, proxy: { proxy_id: id } });
  expect(await newest('stock.retire')).toMatchObject({
    subjectKind: 'address',
    subjectId: ip,
    before: { country: 'fr', state: 'leased' },
    after: { country: 'fr', state: 'retired' },
  });
  const { records } = await holder.call.proxies.list({ search: id });
  expect(records).toMatchObject([{ proxy_id: id, renewable: false }]);
  await expect(renew(id)).rejects.toThrow();
  expect((await proxyOf(id)).expiresAt).toEqual(expiresAt);

  expect(await stock().putBack({ ids: [addressId], reason })).toEqual({ changed: [addressId] });
  expect(await addressOf(id)).toMatchObject({ state: 'leased', free_at: expiresAt.toISOString() });
  await renew(id);
  await expectAllWell();
});

test('a retirement writes one mail to each customer about all his live proxies there, and so does its undoing', async () => {
  const other = await newHolder(services(), 20_00);
  const mailsOf = ({ principal: { email } }: Holder) =>
    prisma().mail.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } });
  await prisma().account.update({ where: { id: other.principal.accountId }, data: { language: 'fr' } });
  const [ended = '', ...mine] = await holder.buy('eu', 3);
  const [theirs = ''] = await other.buy('eu', 1);
  const ids = await Promise.all([ended, ...mine, theirs].map(async (id) => (await addressOf(id)).id));
  const usernames = await Promise.all(mine.map(async (id) => (await proxyOf(id)).username));
  const { username: gone } = await proxyOf(ended);
  await endIn(services(), [ended], -1);
  const before = (await mailsOf(holder)).length;

  await stock().retire({ ids, reason });
  await stock().retire({ ids, reason });
  const [mail, ...more] = (await mailsOf(holder)).slice(before);
  expect(more).toEqual([]);
  expect(mail?.subject).toContain('2');
  for (const username of usernames) expect(mail?.text).toContain(username);
  expect(mail?.text).not.toContain(gone);
  expect((await mailsOf(other)).map(({ subject }) => subject)).toEqual(['L’un de vos proxys ne pourra pas être renouvelé']);

  await stock().putBack({ ids, reason });
  expect((await mailsOf(holder)).length).toBe(before + 2);
  expect((await mailsOf(other)).at(-1)?.subject).toBe('L’un de vos proxys peut de nouveau être renouvelé');
  await expectAllWell();
});

test('a retirement whose audit cannot be written tells nobody', async () => {
  const nobody = callerOf(services(), { ...holder.principal, accountId: 2_000_000_000 as never, role: 'support' });
  const [id = ''] = await holder.buy('eu', 1);
  const before = await prisma().mail.count();
  await expect(nobody.support.stock.retire({ ids: [(await addressOf(id)).id], reason })).rejects.toThrow();
  expect(await prisma().mail.count()).toBe(before);
});

test('an address rests after its proxy ended for as long as is set, also where it was leased before', async () => {
  const [id = ''] = await holder.buy('fr', 1);
  const { expiresAt } = await proxyOf(id);
  const freeAt = async () => Date.parse((await addressOf(id)).free_at ?? '');
  await stock().setRest({ days: 7, reason });
  expect(await freeAt()).toBe(expiresAt.getTime() + 7 * DAY_MS);
  expect(await newest('stock.set_rest')).toMatchObject({ before: { rest_days: 0 }, after: { rest_days: 7 } });

  await renew(id);
  expect(await freeAt()).toBe(expiresAt.getTime() + 37 * DAY_MS);
  const [next = ''] = await holder.buy('fr', 1);
  expect(Date.parse((await addressOf(next)).free_at ?? '')).toBe((await proxyOf(next)).expiresAt.getTime() + 7 * DAY_MS);

  await stock().setRest({ days: 2, reason });
  expect(await freeAt()).toBe(expiresAt.getTime() + 32 * DAY_MS);
  await expectAllWell();
});

test('an address whose proxy has ended is at rest, not for sale, and for sale at once when the rest is taken away', async () => {
  const [id = ''] = await holder.buy('es', 1);
  const ip = await exitOf(id);
  await endIn(services(), [id], -1_000);
  const before = await countryOf('es');
  await stock().setRest({ days: 1, reason });
  const during = await countryOf('es');
  expect(await addressAt(ip)).toMatchObject({ state: 'resting', proxy: null });
  expect([during.free, during.resting]).toEqual([before.free - 1, before.resting + 1]);
  expect((await holder.call.proxies.available()).find(({ country }) => country === 'es')).toMatchObject({
    available: during.free,
  });
  await expectAllWell();
  await stock().setRest({ days: 0, reason });
  expect((await countryOf('es')).free).toBe(before.free);
  await expectAllWell();
});

test('a replaced address is another of the country under the same credentials, the old one is retired, and a mail says so', async () => {
  const [id = ''] = await holder.buy('fr', 1);
  await prisma().account.update({ where: { id: holder.principal.accountId }, data: { language: 'es' } });
  const [before, old] = [await proxyOf(id), await exitOf(id)];
  const answer = await stock().replace({ proxy_id: id, reason });
  const { addressId, addressSince, ...after } = await proxyOf(id);
  const { addressId: deadId, addressSince: _, ...unchanged } = before;
  expect(after).toEqual(unchanged);
  expect(addressId).not.toBe(deadId);
  expect(answer).toEqual({ outcome: 'replaced', before: old, after: await exitOf(id) });
  expect(await addressAt(old)).toMatchObject({ state: 'retired', proxy: null });
  const mail = await prisma().mail.findFirstOrThrow({ where: { recipient: holder.principal.email }, orderBy: { id: 'desc' } });
  expect(mail.subject).toContain('nueva dirección de salida');
  expect(mail.text).toContain(await exitOf(id));
  expect(await newest('stock.replace')).toMatchObject({ subjectId: id, before: { address: old }, reason });
  await renew(id);
  await expectAllWell();
});

test('an address that another had before can take the place of a dead one, also of a proxy that is older than that', async () => {
  await retireUsed('es');
  const [older = ''] = await holder.buy('es', 1);
  const rest = (await countryOf('es')).free;
  const others: string[] = [];
  for (let left = rest; left > 0; left -= 50) others.push(...(await holder.buy('es', Math.min(50, left))));
  const [ended = ''] = others;
  await endIn(services(), [ended], -1);
  expect(await stock().replace({ proxy_id: older, reason })).toMatchObject({ outcome: 'replaced', after: await exitOf(ended) });
  expect(await stock().replace({ proxy_id: older, reason })).toEqual({ outcome: 'sold_out' });
  expect(await stock().replace({ proxy_id: ended, reason })).toEqual({ outcome: 'not_live' });
  await expectAllWell();
  // For the tests that follow.
  await stock().import({ country: 'es', text: '192.0.8.0/24', reason });
});

test('a replacement that races with a renewal, the end, other replacements and buyers loses and doubles nothing', async () => {
  for (let round = 0; round < 10; round += 1) {
    await retireUsed('eu');
    const [id = ''] = await holder.buy('eu', 1);
    const { total_cents, qty } = await holder.call.renewals.quote({ proxies: { ids: [id] } });
    await endIn(services(), [id], 20 + round * 3);
    const balance = await holder.balance();
    const [renewed, ...replaced] = await Promise.allSettled([
      holder.call.renewals.renew({ proxies: { ids: [id] }, key: randomUUID(), total_cents, qty }),
      stock().replace({ proxy_id: id, reason }),
      stock().replace({ proxy_id: id, reason }),
      holder.buy('eu', 1),
    ]);
    expect(replaced.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const paid = renewed.status === 'fulfilled' ? total_cents : 0;
    expect(balance - (await holder.balance())).toBe(paid + 250);
  }
  await expectAllWell();
});

test('an address that is put back while its proxy gets another stays retired or is free, and is never lost', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [id = ''] = await holder.buy('fr', 1);
    const { id: addressId } = await addressOf(id);
    await stock().retire({ ids: [addressId], reason });
    await Promise.all([
      stock().replace({ proxy_id: id, reason }),
      stock().putBack({ ids: [addressId], reason }),
      stock().setRest({ days: round % 3, reason }),
    ]);
  }
  await expectAllWell();
});

test('addresses are found by a part, by block, by country and by state, page by page', async () => {
  const { addresses, total, page_size } = await stock().addresses({ country: 'fr', search: '10.0.0.', page: 2 });
  expect([addresses.length, total, page_size]).toEqual([10, 60, 50]);
  expect((await stock().addresses({ search: '10.0.0.16/29' })).addresses.map(({ ip }) => ip)).toEqual(
    Array.from({ length: 8 }, (_, n) => `10.0.0.${16 + n}`),
  );
  expect((await stock().addresses({ search: '10.0.0.16/29', country: 'es' })).total).toBe(0);
});

test('the forecast counts what was sold over fourteen days and draws sixty days ahead', async () => {
  const { rate, free, free_ahead, sold_out_days } = await countryOf('fr');
  const sold = await prisma().proxy.count({ where: { country: 'fr' } });
  expect(rate).toBeCloseTo(sold / 14);
  expect(free_ahead).toHaveLength(61);
  expect(free_ahead[0]).toBe(free);
  if (sold_out_days !== null) expect(sold_out_days).toBeGreaterThan(0);
});

test('an address that is kept for an order, or retired, leaves the count and comes back to it: nothing is written at infinity', async () => {
  const { db, extensions } = services();
  const available = async () => (await proxies.stock(db, extensions))('eu', null);
  const [proxyId] = await holder.buy('eu', 1);
  const { orderId } = await prisma().proxy.findUniqueOrThrow({ where: { id: proxyId ?? '' } });
  const before = await available();
  const now = new Date();
  const kept = await db.transaction(async (tx) => {
    const taken = await proxies.allocate(tx, extensions, { country: 'eu', qty: 3, at: now, until: now, patient: true });
    await proxies.reserve(tx, orderId as OrderId, taken);
    return taken;
  });
  expect(kept).toHaveLength(3);
  expect(await available()).toBe(before - 3);
  await stock().retire({ ids: kept.slice(0, 1), reason });
  await db.transaction((tx) => proxies.release(tx, orderId as OrderId));
  expect(await available()).toBe(before - 1);
  await stock().putBack({ ids: kept.slice(0, 1), reason });
  expect(await available()).toBe(before);
  const [moves] = await prisma().$queryRaw<{ endless: number }[]>`
    SELECT count(*)::int AS endless FROM stock_moves WHERE at = 'infinity'`;
  expect(moves).toEqual({ endless: 0 });
  expect((await verify(db)).violations).toEqual([]);
});
