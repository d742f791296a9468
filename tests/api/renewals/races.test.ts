/** A renewal racing with the end of a proxy, a buyer of its address, a reset, another renewal and a purchase: nothing is lost. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { verify } from '#server/operator/verify.ts';
import { type Holder, newHolder, ownServices } from '#tests/harness/procedures.ts';
import { endIn } from '#tests/harness/validity.ts';

const services = ownServices(60);
const PERIOD_MS = 30 * 24 * 60 * 60 * 1_000;

let holder: Holder;
beforeAll(async () => {
  holder = await newHolder(services(), 2_000_00);
});

const prisma = () => services().db.prisma;
const proxyOf = (id: string) => prisma().proxy.findUniqueOrThrow({ where: { id } });

async function renew(ids: string[], by = holder) {
  const { total_cents, qty } = await by.call.renewals.quote({ proxies: { ids } });
  return by.call.renewals.renew({ proxies: { ids }, key: randomUUID(), total_cents, qty });
}

async function expectAllWell(): Promise<void> {
  expect(await verify(services().db, { secrets: services().secrets })).toMatchObject({ ok: true, violations: [] });
}

test('a renewal at the moment of the end either is paid and holds the address, or is refused and costs nothing', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [id = ''] = await holder.buy('fr', 1);
    const before = await holder.balance();
    const ending = 10 + round * 4;
    const quoted = await holder.call.renewals.quote({ proxies: { ids: [id] } });
    await endIn(services(), [id], ending);
    const { expiresAt } = await proxyOf(id);
    const request = { proxies: { ids: [id] }, key: randomUUID(), total_cents: quoted.total_cents, qty: 1 };
    const outcome = await holder.call.renewals.renew(request).then(
      () => 'renewed',
      (error) => error.cause.code,
    );
    const after = await proxyOf(id);
    if (outcome === 'renewed') {
      expect(after.expiresAt.getTime()).toBe(expiresAt.getTime() + PERIOD_MS);
      expect(await holder.balance()).toBe(before - quoted.total_cents);
    } else {
      expect(outcome).toBe('renewal_changed');
      expect(after.expiresAt).toEqual(expiresAt);
      expect(await holder.balance()).toBe(before);
    }
  }
  await expectAllWell();
});

test('an address that a buyer takes at the end of a proxy belongs to one of the two', async () => {
  const buyer = await newHolder(services(), 1_000_00);
  // All of Spain is leased: the address that comes free is the only one that the buyer can get.
  const rest = await prisma().address.count({ where: { country: 'es', freeAt: { lte: new Date() } } });
  for (let left = rest; left > 0; left -= 50) await holder.buy('es', Math.min(50, left));
  const leased = await prisma().proxy.findMany({ where: { country: 'es' }, take: 12 });
  const outcomes: string[] = [];
  for (const [round, { id }] of leased.entries()) {
    const { total_cents, qty } = await holder.call.renewals.quote({ proxies: { ids: [id] } });
    await endIn(services(), [id], 25);
    const [renewed, bought] = await Promise.allSettled([
      pause(round * 4).then(() => holder.call.renewals.renew({ proxies: { ids: [id] }, key: randomUUID(), total_cents, qty })),
      pause(20 + round).then(() => buyer.buy('es', 1)),
    ]);
    outcomes.push(`${renewed.status}/${bought.status}`);
    // He came before the end, and the renewal after it: the address must not be there for the next round.
    if (renewed.status === 'rejected' && bought.status === 'rejected') await holder.buy('es', 1);
  }
  expect(outcomes).not.toContain('fulfilled/fulfilled');
  await expectAllWell();
});

test('a reset during a renewal loses neither: the password is new and the end is later', async () => {
  const ids = await holder.buy('eu', 5);
  const before = await Promise.all(ids.map(proxyOf));
  await Promise.all([renew(ids), ...ids.map((id) => holder.call.proxies.reset({ proxy_id: id }))]);
  for (const [nth, id] of ids.entries()) {
    const after = await proxyOf(id);
    expect(after.expiresAt.getTime()).toBe((before[nth]?.expiresAt.getTime() ?? 0) + PERIOD_MS);
    expect(Buffer.from(after.passwordHash)).not.toEqual(Buffer.from(before[nth]?.passwordHash ?? []));
  }
  await expectAllWell();
});

test('purchases and renewals at the same moment never spend more than there is', async () => {
  const poor = await newHolder(services(), 20_00);
  const ids = await poor.buy('fr', 2);
  await Promise.allSettled([
    ...Array.from({ length: 6 }, () => poor.buy('fr', 1)),
    ...Array.from({ length: 6 }, () => renew(ids, poor)),
  ]);
  expect(await poor.balance()).toBeGreaterThanOrEqual(0);
  await expectAllWell();
});

test('renewals of overlapping proxies by two accounts’ worth of clicks do not wait for each other for ever', async () => {
  const ids = await holder.buy('eu', 10);
  const before = (await Promise.all(ids.map(proxyOf))).map((proxy) => proxy.expiresAt.getTime());
  const outcomes = await Promise.allSettled([
    renew(ids.slice(0, 6)),
    renew(ids.slice(3, 9).toReversed()),
    renew([ids[9] ?? '', ids[0] ?? '']),
  ]);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason.cause.code).toBe('renewal_changed');
  }
  const paid = await prisma().renewalProxy.groupBy({ by: ['proxyId'], where: { proxyId: { in: ids } }, _count: true });
  for (const [nth, id] of ids.entries()) {
    const times = paid.find((row) => row.proxyId === id)?._count ?? 0;
    expect((await proxyOf(id)).expiresAt.getTime()).toBe((before[nth] ?? 0) + times * PERIOD_MS);
  }
  await expectAllWell();
});
