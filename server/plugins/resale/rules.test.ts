/** Margins, and the ends of links. */
import { expect, it } from 'vitest';
import { linkState, marginOf } from './rules.ts';

it.each([
  [
    { cost: 2.9, sales: 5 },
    { amount: 2.1, percent: 42 },
  ],
  [
    { cost: 5, sales: 4 },
    { amount: -1, percent: -25 },
  ],
  [
    { cost: 0.1, sales: 0.3 },
    { amount: 0.2, percent: 67 },
  ],
  [
    { cost: 2.9, sales: 0 },
    { amount: -2.9, percent: null },
  ],
  [
    { cost: 0, sales: 0 },
    { amount: 0, percent: null },
  ],
])('the margin of %j is %j', (sale, margin) => expect(marginOf(sale)).toEqual(margin));

const now = new Date('2026-11-21T12:00:00Z');
const before = new Date('2026-11-21T11:59:59Z');
const after = new Date('2026-11-21T12:00:01Z');

it.each([
  ['live', after, null],
  ['expired', now, null],
  ['expired', before, null],
  ['revoked', after, before],
  ['revoked', before, before],
] as const)('a link is %s', (state, expiresAt, revokedAt) => expect(linkState({ expiresAt, revokedAt }, now)).toBe(state));
