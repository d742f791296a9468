/** What the overview tells of an account: its cap, what ends soon, what was spent. */
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import type { Headroom } from '#server/plugins/orders/schema.ts';
import { clearOfMidnight } from '#tests/harness/midnight.ts';
import { putOrder } from '#tests/harness/orders.ts';
import { created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { newSession, sessionOf } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

test('the cap counts what was ordered within 24 hours, and says when all of it is back', async () => {
  const reseller = await newReseller(site(), { cap: 60 });
  const session = await sessionOf(site(), reseller);
  const standing = async () => (await session.query('orders.headroom')).data as Headroom;
  expect(await standing()).toMatchObject({ per_day: 60, remaining: 60, next_at: null, whole_at: null });

  await putOrder(site(), reseller, { country: 'fr', qty: 20, status: 'completed', secondsAgo: 23 * 3_600 });
  await putOrder(site(), reseller, { country: 'fr', qty: 7, status: 'refunded', secondsAgo: 60 });
  await putOrder(site(), reseller, { country: 'fr', qty: 9, status: 'completed', secondsAgo: 25 * 3_600 });
  created(await reseller.buy(newKey(), { country: 'es', qty: 5 }));
  const { remaining, next_at: next, whole_at: whole, hours } = await standing();
  expect(remaining).toBe(35);
  expect(hours).toHaveLength(25);
  expect(hours.reduce((sum, hour) => sum + hour.returned, 0)).toBe(25);
  expect(hours.at(-1)?.remaining).toBe(60);
  const minutes = (at: string | null) => Math.round((new Date(at ?? 0).getTime() - Date.now()) / 60_000);
  expect([minutes(next), minutes(whole)]).toEqual([60, 24 * 60]);
});

test('what ends within seven days is counted by day, and nobody else sees it', async () => {
  const reseller = await newReseller(site());
  const session = await sessionOf(site(), reseller);
  const { proxies } = created(await reseller.buy(newKey(), { country: 'fr', qty: 4 }));
  expect((await session.query('proxies.expiring')).data).toEqual([]);
  const now = Date.now();
  const day = (days: number) => new Date(now + days * 86_400_000);
  for (const [nth, days] of [2, 2, 6.9, 8].entries()) {
    await site().services.db.prisma.proxy.update({ where: { id: proxies[nth]?.proxy_id ?? '' }, data: { expiresAt: day(days) } });
  }
  expect((await session.query('proxies.expiring')).data).toEqual([
    { day: day(2).toISOString().slice(0, 10), proxies: 2 },
    { day: day(6.9).toISOString().slice(0, 10), proxies: 1 },
  ]);
  expect((await (await newSession(site())).query('proxies.expiring')).data).toEqual([]);
});

test('spending is what purchases took, whatever else moved the balance', async () => {
  await clearOfMidnight();
  const reseller = await newReseller(site());
  const session = await sessionOf(site(), reseller);
  const order = created(await reseller.buy(newKey(), { country: 'fr', qty: 2 }));
  await adjustBalance(site().services.db, reseller.accountId, cents(-500), 'A fee of a test');
  const { days, total } = (await session.query('billing.spending')).data as { days: { spent: number }[]; total: number };
  expect(total).toBe(order.total_debited);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), spent: order.total_debited });
  expect(days.slice(0, -1).every((day) => day.spent === 0)).toBe(true);
});
