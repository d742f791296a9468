/** Proxies that are renewed by themselves: within a day of their end, together, as far as the balance reaches, with one mail a day. */
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { verify } from '#server/operator/verify.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import { renewDue } from '#server/plugins/renewals/adapters/auto-renewal.ts';
import { type Holder, newHolder, ownServices } from '#tests/harness/procedures.ts';
import { endIn } from '#tests/harness/validity.ts';

const services = ownServices(100);
const HOUR_MS = 60 * 60 * 1_000;
const PERIOD_MS = 30 * 24 * HOUR_MS;

const prisma = () => services().db.prisma;
const run = () => renewDue(services(), new AbortController().signal);
const endOf = async (id: string) => (await prisma().proxy.findUniqueOrThrow({ where: { id } })).expiresAt.getTime();
const mailsTo = ({ principal }: Holder) => prisma().mail.findMany({ where: { recipient: principal.email } });
const renewalsOf = ({ principal }: Holder) => prisma().renewal.findMany({ where: { accountId: principal.accountId } });

async function expectAllWell(): Promise<void> {
  expect(await verify(services().db, { secrets: services().secrets })).toMatchObject({ ok: true, violations: [] });
}

test('what ends within a day is renewed together and invoiced once; nothing else is', async () => {
  const holder = await newHolder(services(), 100_00);
  const french = await holder.buy('fr', 11);
  // Of a country of its own: its address is free again, and no later test moves the life of a proxy there.
  const expired = await holder.buy('eu', 1);
  const spanish = await holder.buy('es', 1);
  await endIn(services(), [...french.slice(0, 10), ...spanish], 20 * HOUR_MS);
  await endIn(services(), french.slice(10, 11), 30 * HOUR_MS);
  await endIn(services(), expired, -HOUR_MS);
  const ids = [...french, ...expired, ...spanish];
  expect(await holder.call.proxies.autoRenew({ proxies: { ids }, on: true })).toMatchObject({
    changed: expect.objectContaining({ length: 12 }),
  });
  // One is taken off again.
  expect(await holder.call.proxies.autoRenew({ proxies: { ids: french.slice(9, 10) }, on: false })).toMatchObject({
    changed: [french[9]],
  });
  const before = await Promise.all(ids.map(endOf));
  const balance = await holder.balance();
  // Two processes at the same moment, and one later.
  await Promise.all([run(), run()]);
  await run();
  const renewed = [...french.slice(0, 9), ...spanish];
  const after = await Promise.all(ids.map(endOf));
  expect(after).toEqual(ids.map((id, nth) => (before[nth] ?? 0) + (renewed.includes(id) ? PERIOD_MS : 0)));
  expect(await renewalsOf(holder)).toMatchObject([{ qty: 10, automatic: true, totalCents: 9 * 290 + 270 }]);
  expect(await holder.balance()).toBe(balance - 9 * 290 - 270);
  expect(await mailsTo(holder)).toEqual([]);
  await expectAllWell();
});

test('where the balance does not reach, the first to end are renewed, and a mail says once a day what is missing', async () => {
  const holder = await newHolder(services(), 5 * 290);
  const ids = await holder.buy('fr', 5);
  await adjustBalance(services().db, holder.principal.accountId, cents(2 * 290 + 10), 'For two of the five');
  for (const [nth, id] of ids.entries()) await endIn(services(), [id], (10 + nth) * HOUR_MS);
  await holder.call.proxies.autoRenew({ proxies: { ids }, on: true });
  await run();
  expect(await renewalsOf(holder)).toMatchObject([{ qty: 2, totalCents: 580 }]);
  expect(await holder.balance()).toBe(10);
  const [mail, ...others] = await mailsTo(holder);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('8.60 euros');
  expect(mail?.text).toContain('2 of 5');

  await run();
  await run();
  expect(await mailsTo(holder)).toHaveLength(1);
  await prisma().renewalWarning.updateMany({ data: { toldAt: new Date(Date.now() - 25 * HOUR_MS) } });
  await run();
  expect(await mailsTo(holder)).toHaveLength(2);

  // Topped up before the end: the rest follows.
  await adjustBalance(services().db, holder.principal.accountId, cents(860), 'Topped up');
  await run();
  expect(await holder.balance()).toBe(0);
  expect((await renewalsOf(holder)).reduce((sum, { qty }) => sum + qty, 0)).toBe(5);
  await expectAllWell();
});

test('an expired proxy is not renewed, and no mail is sent for it', async () => {
  const holder = await newHolder(services(), 290);
  const ids = await holder.buy('fr', 1);
  await holder.call.proxies.autoRenew({ proxies: { ids }, on: true });
  await endIn(services(), ids, -1_000);
  await run();
  expect(await renewalsOf(holder)).toEqual([]);
  expect(await mailsTo(holder)).toEqual([]);
});
