/** What a look at the provider means: the books follow it whatever came before, and never count anything twice. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { type KnownPayment, type ProviderFacts, secondsToNextLook, settlementOf, standingOf } from './rules.ts';

const begun: KnownPayment = {
  id: 'payment',
  amountCents: cents(5_000),
  state: 'created',
  creditedCents: cents(0),
  refundedCents: cents(0),
  chargedBackCents: cents(0),
  dispute: null,
  closed: false,
  accountDeleted: false,
};

type Paid = Extract<ProviderFacts, { outcome: 'paid' }>;
const paid = (more: Partial<Paid> = {}): Paid => ({
  outcome: 'paid',
  paymentId: 'payment',
  currency: 'eur',
  totalCents: 5_000,
  receivedCents: 5_000,
  intent: 'pi',
  refundedCents: 0,
  disputes: [],
  ...more,
});

/** The payment as a look leaves it. */
const after = (payment: KnownPayment, facts: ProviderFacts): KnownPayment => ({ ...payment, ...settlementOf(payment, facts) });

test('money for an account that was deleted is held, and what was credited before is still given back', () => {
  const gone = { ...begun, accountDeleted: true };
  expect(settlementOf(gone, paid())).toMatchObject({ state: 'held', heldBecause: 'its account was deleted', movements: [] });
  const credited = { ...after(begun, paid()), accountDeleted: true };
  expect(settlementOf(credited, paid({ refundedCents: 500 })).movements).toEqual([{ kind: 'top_up_refund', amount: -500 }]);
});

test('what was paid is credited, and a second look finds nothing to do', () => {
  expect(settlementOf(begun, paid()).movements).toEqual([{ kind: 'top_up', amount: 5_000 }]);
  expect(settlementOf(after(begun, paid()), paid()).movements).toEqual([]);
});

test.each([
  ['another id', { paymentId: 'other' }],
  ['no id', { paymentId: null }],
  ['another currency', { currency: 'usd' }],
  ['another total', { totalCents: 50_000 }],
  ['less money', { receivedCents: 4_999 }],
])('with %s it is held and moves nothing', (_, wrong) => {
  expect(settlementOf(begun, paid(wrong))).toMatchObject({ state: 'held', heldBecause: expect.any(String), movements: [] });
});

test('a payment that was credited does not turn into an unpaid one', () => {
  expect(() => settlementOf(after(begun, paid()), { outcome: 'expired' })).toThrow('called paid');
});

test.each(['open', 'processing', 'failed', 'expired'] as const)('%s moves nothing', (outcome) => {
  expect(settlementOf(begun, { outcome }).movements).toEqual([]);
});

test('an expired one that was paid after all is credited', () => {
  expect(settlementOf(after(begun, { outcome: 'expired' }), paid()).state).toBe('paid');
});

const anyFacts = fc
  .record({
    refundedCents: fc.integer({ min: 0, max: 6_000 }),
    disputes: fc.array(
      fc.record({
        status: fc.constantFrom('open', 'won', 'lost', 'inquiry'),
        amountCents: fc.integer({ min: 1, max: 6_000 }),
      }),
      { maxLength: 3 },
    ),
  })
  .map(paid);

test('whatever is told in whichever order, the movements lead to what the last look says', () => {
  fc.assert(
    fc.property(fc.array(anyFacts, { minLength: 1, maxLength: 8 }), (looks) => {
      let payment = begun;
      let moved = 0;
      for (const facts of looks) {
        const settlement = settlementOf(payment, facts);
        for (const { kind, amount } of settlement.movements) {
          expect(Math.sign(amount)).toBe(kind === 'top_up_refund' || kind === 'chargeback' ? -1 : 1);
          moved += amount;
        }
        payment = { ...payment, ...settlement };
        expect(moved).toBe(payment.creditedCents - payment.refundedCents - payment.chargedBackCents);
        expect(moved).toBeGreaterThanOrEqual(0);
      }
      // The way there does not matter.
      const [last] = looks.slice(-1);
      if (last) expect(after(begun, last)).toMatchObject({ ...payment, movements: expect.anything() });
    }),
  );
});

describe('a payment stands', () => {
  const standing = (facts: Partial<Paid>) => standingOf(after(begun, paid(facts)));
  it('as paid, refunded in part or whole', () => {
    expect([0, 1, 5_000].map((refundedCents) => standing({ refundedCents }))).toEqual(['paid', 'partly_refunded', 'refunded']);
  });
  it('as disputed, taken back, and paid again once the dispute was won', () => {
    const statuses = ['inquiry', 'open', 'lost', 'won'] as const;
    expect(statuses.map((status) => standing({ disputes: [{ status, amountCents: 5_000 }] }))).toEqual([
      'paid',
      'disputed',
      'charged_back',
      'paid',
    ]);
  });
});

test('the provider is asked soon at first, then less and less, and never again once nothing can change', () => {
  const DAY = 86_400;
  expect([0, 3_600, 3 * DAY].map((age) => secondsToNextLook('created', age))).toEqual([60, 900, DAY]);
  expect([0, 200 * DAY].map((age) => secondsToNextLook('paid', age))).toEqual([DAY, null]);
  expect((['failed', 'expired', 'held'] as const).map((state) => secondsToNextLook(state, 0))).toEqual([null, null, null]);
});
