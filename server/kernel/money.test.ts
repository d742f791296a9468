import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, formatEuros, fromEuros, parseEuros, shareOf, toEuros, wholeCents } from './money.ts';

test('every amount of whole cents up to the largest price survives the way to euros and back', () => {
  for (let amount = 0; amount <= 1_000_000; amount += 1) {
    if (fromEuros(toEuros(cents(amount))) !== amount) throw new Error(`lost ${amount}`);
  }
});

test('a number that is not whole cents is refused, not rounded', () => {
  for (const euros of [1.234, 0.001, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    expect(fromEuros(euros)).toBeNull();
    expect(() => wholeCents(euros)).toThrow(RangeError);
  }
});

test('an amount as people type it is taken to the cent, and anything else is refused', () => {
  for (const [text, amount] of [
    ['25', 2_500],
    ['25.5', 2_550],
    ['25.00', 2_500],
    ['0.29', 29],
    ['999999999.99', 99_999_999_999],
  ] as const) {
    expect(parseEuros(text)).toBe(amount);
  }
  for (const text of ['', '1.', '.5', '1.234', '-1', '+1', '1,50', '1e3', ' 1', '1 €', 'NaN'])
    expect(parseEuros(text)).toBeNull();
});

test('minus zero is zero', () => {
  expect(Object.is(fromEuros(-0), 0)).toBe(true);
});

test('a share is rounded half-up to the cent', () => {
  expect(shareOf(cents(290), 1_500)).toBe(44); // 43.5
  expect(shareOf(cents(230), 500)).toBe(12); // 11.5
  expect(shareOf(cents(199), 1_000)).toBe(20); // 19.9
  expect(shareOf(cents(199), 0)).toBe(0);
});

test('a share is never negative, and never more than the amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 9_999 }), (amount, bp) => {
      const share = shareOf(cents(amount), bp);
      return share >= 0 && share <= amount && Math.abs(share - (amount * bp) / 10_000) <= 0.5;
    }),
  );
});

test('text always has two decimals', () => {
  expect([cents(0), cents(5), cents(-1_250), cents(100)].map(formatEuros)).toEqual(['0.00', '0.05', '-12.50', '1.00']);
});
