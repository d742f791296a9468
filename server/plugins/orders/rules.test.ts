import { expect, test } from 'vitest';
import { capacityReturns, keyState, remainingToday, secondsUntilCapAdmits } from './rules.ts';

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
