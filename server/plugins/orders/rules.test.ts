import { expect, test } from 'vitest';
import { capacityReturns, headroomByHour, keyState, remainingToday, secondsUntilCapAdmits } from './rules.ts';

const request = { country: 'fr', qty: 2 } as const;
const statuses = ['processing', 'completed', 'failed', 'refunded'] as const;

test('the state of a key follows its order', () => {
  expect(statuses.map((status) => keyState({ ...request, status }, request))).toEqual([
    'request_in_progress',
    'replay',
    'order_failed',
    'order_failed',
  ]);
});

test('another country or quantity is told before the state of the order', () => {
  for (const status of statuses) {
    expect(keyState({ ...request, status }, { country: 'es', qty: 2 })).toBe('idempotency_key_reused');
    expect(keyState({ ...request, status }, { country: 'fr', qty: 3 })).toBe('idempotency_key_reused');
  }
});

test('what remains today is never negative', () => {
  expect(remainingToday(200, 198)).toBe(2);
  expect(remainingToday(10, 200)).toBe(0);
});

const now = new Date('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number, qty: number) => ({ qty, createdAt: new Date(now.getTime() - hours * 3_600_000) });

test('the wait ends when enough old orders have left the window', () => {
  const orders = [hoursAgo(1, 50), hoursAgo(23, 10), hoursAgo(22, 40), hoursAgo(2, 100)];
  expect(secondsUntilCapAdmits(5, 200, orders, now)).toBe(3_600);
  expect(secondsUntilCapAdmits(11, 200, orders, now)).toBe(7_200);
  expect(secondsUntilCapAdmits(50, 200, orders, now)).toBe(7_200);
});

test('the wait is at least a second, and a whole window where the cap itself is too small', () => {
  expect(secondsUntilCapAdmits(50, 200, [{ qty: 200, createdAt: new Date(now.getTime() - 86_399_999) }], now)).toBe(1);
  expect(secondsUntilCapAdmits(50, 10, [hoursAgo(3, 10)], now)).toBe(86_400);
  expect(secondsUntilCapAdmits(50, 10, [], now)).toBe(86_400);
});

test('capacity returns as orders leave the window, told up to what one order can hold', () => {
  const placed = (qty: number, hour: number) => ({ qty, createdAt: new Date(`2026-11-21T${hour}:00:00Z`) });
  const returns = capacityReturns(60, [placed(20, 12), placed(30, 10), placed(10, 11)]);
  expect(returns.map(({ at, remaining }) => [at.toISOString(), remaining])).toEqual([
    ['2026-11-22T10:00:00.000Z', 30],
    ['2026-11-22T11:00:00.000Z', 40],
    ['2026-11-22T12:00:00.000Z', 60],
  ]);
  expect(capacityReturns(200, [placed(50, 10)])).toEqual([]);
});

test('the cap by hours ends with all of it, and each order comes back in the hour in which it leaves', () => {
  const now = new Date('2026-11-21T12:30:00Z');
  const placed = (qty: number, at: string) => ({ qty, createdAt: new Date(at) });
  const hours = headroomByHour(
    60,
    [placed(20, '2026-11-20T13:10:00Z'), placed(5, '2026-11-20T13:59:59Z'), placed(30, '2026-11-21T12:29:00Z')],
    now,
  );
  expect(hours).toHaveLength(25);
  expect(hours[0]).toEqual({ at: new Date('2026-11-21T12:00:00Z'), returned: 0, remaining: 5 });
  expect(hours.filter(({ returned }) => returned > 0)).toEqual([
    { at: new Date('2026-11-21T13:00:00Z'), returned: 25, remaining: 30 },
    { at: new Date('2026-11-22T12:00:00Z'), returned: 30, remaining: 60 },
  ]);
});

test('above a lowered cap, what leaves gives nothing back', () => {
  const now = new Date('2026-11-21T12:30:00Z');
  const order = (qty: number, hour: string) => ({ qty, createdAt: new Date(`2026-11-20T${hour}:45:00Z`) });
  const returned = headroomByHour(10, [order(50, '13'), order(8, '14')], now).map((hour) => hour.returned);
  expect(returned.slice(0, 4)).toEqual([0, 2, 8, 0]);
});
