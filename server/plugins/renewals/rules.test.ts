/** What a renewal of several countries costs, line by line. */
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { termsOf } from './rules.ts';

test('the countries stand in the order in which the site lists them, however the proxies come', () => {
  const proxies = (['eu', 'es', 'fr', 'es'] as const).map((country) => ({ country }));
  expect(termsOf(proxies, (_country, qty) => cents(100 - qty))).toEqual([
    { country: 'fr', qty: 1, unitCents: 99 },
    { country: 'es', qty: 2, unitCents: 98 },
    { country: 'eu', qty: 1, unitCents: 99 },
  ]);
});
