/** What a supplier's answers mean, and what is wrong with a delivery. */
import { describe, expect, it } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { healthOf, leastUnitCents, meaningOf, pauseMs, type RemoteDelivery, supplierRules, wrongIn } from './rules.ts';

describe('an answer', () => {
  it.each([
    [402, 'insufficient_balance', 'refused'],
    [409, 'out_of_stock', 'refused'],
    [429, 'daily_limit', 'refused'],
    [409, 'request_in_progress', 'again'],
    [429, 'rate_limited', 'again'],
    [500, 'server_error', 'again'],
    [500, 'order_failed', 'order_failed'],
    [409, 'order_failed', 'order_failed'],
    [422, 'idempotency_key_reused', 'key_reused'],
    [401, 'invalid_key', 'turned_away'],
    [403, 'not_reseller', 'turned_away'],
    [400, 'invalid_qty', 'turned_away'],
    [502, null, 'again'],
    [503, null, 'again'],
    [504, null, 'again'],
    [404, null, 'again'],
    [302, null, 'again'],
  ] as const)('%i %s is %s', (status, code, meaning) => {
    expect(meaningOf(status, code)).toBe(meaning);
  });
});

describe('a delivery', () => {
  const until = new Date('2026-12-21T12:00:00Z');
  const proxy = (nth: number) => ({
    proxyId: `px_${nth}`,
    host: 'proxy.example.com',
    port: 1080,
    username: `isp${nth}`,
    password: 'secret',
    country: 'fr',
    expiresAt: until,
  });
  const two: RemoteDelivery = { orderId: 7, country: 'fr', qty: 2, costCents: cents(500), proxies: [proxy(1), proxy(2)] };
  const asked = { country: 'fr', qty: 2, validUntil: until } as const;
  const wrong = (change: Partial<RemoteDelivery>) => wrongIn({ ...two, ...change }, asked);

  it('as it was asked for is right', () => expect(wrong({})).toBeNull());

  it('of another country, number or time is told', () => {
    expect(wrong({ country: 'es' })).toBe('wrong_country');
    expect(wrong({ proxies: [proxy(1), { ...proxy(2), country: 'es' }] })).toBe('wrong_country');
    expect(wrong({ qty: 1 })).toBe('wrong_quantity');
    expect(wrong({ proxies: [proxy(1)] })).toBe('wrong_quantity');
    expect(wrong({ proxies: [proxy(1), { ...proxy(2), expiresAt: new Date('2026-12-21T11:59:59Z') }] })).toBe('too_short');
  });

  it('that has a proxy twice is told, by its id or by its login', () => {
    expect(wrong({ proxies: [proxy(1), proxy(1)] })).toBe('duplicate');
    expect(wrong({ proxies: [proxy(1), { ...proxy(1), proxyId: 'px_2' }] })).toBe('duplicate');
    expect(wrong({ proxies: [proxy(1), { ...proxy(2), proxyId: 'px_1' }] })).toBe('duplicate');
  });
});

it('asks again after pauses that double, by chance up to half as long, and never longer than the longest', () => {
  expect([1, 2, 3, 4].map((attempt) => pauseMs(attempt, 1))).toEqual([250, 500, 1_000, 2_000]);
  expect(pauseMs(1, 0)).toBe(125);
  expect(pauseMs(50, 1)).toBe(supplierRules.longestPauseMs);
});

it('marks up to the next whole cent', () => {
  expect(leastUnitCents(cents(199), 0)).toBe(199);
  expect(leastUnitCents(cents(199), 1_000)).toBe(219);
  expect(leastUnitCents(cents(200), 1_000)).toBe(220);
});

it('counts as down after failures in a row, or when it was not seen for a while', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const seen = (secondsAgo: number) => new Date(now.getTime() - secondsAgo * 1_000);
  const well = { pausedAt: null, seenAt: seen(5), failures: 0 };
  expect(healthOf(well, now)).toBe('up');
  expect(healthOf({ ...well, failures: supplierRules.failuresBeforeDown }, now)).toBe('down');
  expect(healthOf({ ...well, seenAt: seen(supplierRules.staleSeconds + 1) }, now)).toBe('down');
  expect(healthOf({ ...well, seenAt: null }, now)).toBe('unseen');
  expect(healthOf({ ...well, pausedAt: now, failures: 9 }, now)).toBe('paused');
});
