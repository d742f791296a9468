/** What the buying page makes of the offer, of an address, and of a purchase whose answer is out. */
import { describe, expect, it } from 'vitest';
import type { Offer } from '#server/plugins/orders/schema.ts';
import { type Attempt, attemptFor, attemptOf } from './attempt.ts';
import { choiceOf, wholeQty } from './choice.ts';
import { lineOf, obstacleTo } from './quote.ts';

const step = (minQty: number, unit: number, available = 20) => ({
  min_qty: minQty,
  list_unit_cents: unit,
  unit_cents: unit,
  available,
  discounts: [],
});
const france = { country: 'fr' as const, available: 20, steps: [step(1, 290), step(10, 260), step(25, 230)] };
const offer = (change: Partial<Offer> = {}): Offer => ({
  balance_cents: 10_000,
  cap: { per_day: 200, remaining: 200, returns: [] },
  countries: [france, { country: 'es', available: 5, steps: [step(5, 240, 5)] }],
  ...change,
});

describe('the price', () => {
  it('is that of the step that the quantity reaches', () => {
    expect(lineOf(france, 9, 10_000)).toMatchObject({ totalCents: 2_610, balanceAfterCents: 7_390 });
    expect(lineOf(france, 10, 10_000)).toMatchObject({ totalCents: 2_600 });
    expect(lineOf(france, 50, 10_000)).toMatchObject({ totalCents: 11_500, balanceAfterCents: -1_500 });
  });

  it('tells a cheaper step that is near, and what a larger order saves as a whole', () => {
    expect(lineOf(france, 4, 10_000)?.next).toBeNull();
    expect(lineOf(france, 5, 10_000)?.next).toEqual({ more: 5, unitCents: 260, savesCents: -1_150 });
    expect(lineOf(france, 9, 10_000)?.next).toEqual({ more: 1, unitCents: 260, savesCents: 10 });
    expect(lineOf(france, 25, 10_000)?.next).toBeNull();
  });
});

describe('what stands in the way', () => {
  it('is nothing where stock, cap and balance admit the order', () => expect(obstacleTo(offer(), 'fr', 20)).toBeNull());

  it('is told with its figures', () => {
    expect(obstacleTo(offer(), 'eu', 1)).toEqual({ reason: 'not_sold' });
    expect(obstacleTo(offer(), 'es', 4)).toEqual({ reason: 'not_in_so_few', from: 5 });
    expect(obstacleTo(offer(), 'fr', 21)).toEqual({ reason: 'out_of_stock', available: 20 });
    expect(obstacleTo(offer({ balance_cents: 579 }), 'fr', 2)).toEqual({ reason: 'balance', missingCents: 1 });
  });

  it('is the cap until enough of it has returned, and for ever where it is smaller than the order', () => {
    const returns = [
      { at: '2026-11-22T10:00:00.000Z', remaining: 3 },
      { at: '2026-11-22T12:00:00.000Z', remaining: 8 },
    ];
    const capped = offer({ cap: { per_day: 8, remaining: 1, returns } });
    expect(obstacleTo(capped, 'fr', 4)).toMatchObject({ reason: 'cap', remaining: 1, at: '2026-11-22T12:00:00.000Z' });
    expect(obstacleTo(capped, 'fr', 9)).toMatchObject({ reason: 'cap', at: null });
  });
});

describe('an address', () => {
  it('names country and quantity', () => expect(choiceOf({ country: 'es', qty: '12' })).toEqual({ country: 'es', qty: '12' }));
  it.each([{}, { country: 'xx', qty: '0' }, { country: ['es', 'eu'], qty: '1.5' }, { country: '', qty: '51' }])(
    'that names none of them means one proxy of France: %j',
    (asked) => expect(choiceOf(asked)).toEqual({ country: 'fr', qty: '1' }),
  );
  it.each(['', '0', '51', '-1', '1e1', '2.5', 'two'])('%s is no quantity', (typed) => expect(wholeQty(typed)).toBeNull());
});

describe('a purchase whose answer is out', () => {
  const asked = { country: 'fr', qty: 2, price: 4.5, total: 5.8, keep: ['wheel'] } as const;
  const sent: Attempt = { ...asked, idempotencyKey: 'site-1' };

  it('keeps its key for the same order, and no other order gets it', () => {
    expect(attemptFor(asked, sent)).toBe(sent);
    for (const change of [{ qty: 3 }, { country: 'es' as const }, { price: 0 }, { total: 4.64 }, { keep: [] }]) {
      expect(attemptFor({ ...asked, ...change }, sent).idempotencyKey).not.toBe('site-1');
    }
  });

  it('is read back as it was kept, and anything else is nothing', () => {
    expect(attemptOf(JSON.stringify(sent))).toEqual(sent);
    for (const text of [null, '', '{', '{}']) expect(attemptOf(text)).toBeNull();
    for (const change of [{ country: 'xx' }, { qty: 0 }, { total: '5.8' }, { keep: 'wheel' }, { idempotencyKey: null }]) {
      expect(attemptOf(JSON.stringify({ ...sent, ...change }))).toBeNull();
    }
  });
});
