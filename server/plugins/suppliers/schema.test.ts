/** What a supplier may answer, to the cent. */
import { expect, test } from 'vitest';
import { balanceAnswer, stockAnswer } from './schema.ts';

test('a balance may be below zero, where a supplier takes back more than is there; a price may not', () => {
  expect(balanceAnswer.safeParse({ ok: true, balance: -12.34 }).data?.balance).toBe(-1_234);
  expect(balanceAnswer.safeParse({ ok: true, balance: -12.345 }).success).toBe(false);
  const stock = [{ country: 'fr', available: 1, unit_price: -2.9 }];
  expect(stockAnswer.safeParse({ ok: true, stock }).success).toBe(false);
});
