/** A reason is as long as the database counts it: an emoji is one character. */
import { expect, test } from 'vitest';
import { reasonSchema } from './schema/audit.ts';
import { settleInput } from './schema/settlement.ts';

test.each([
  ['deliberately', true],
  ['🎡🎡', false],
  ['🎡🎡🎡', true],
  [`  ${'🎡'.repeat(500)} `, true],
  ['🎡'.repeat(501), false],
])('the reason %j is of admitted length, counted in characters as the database counts: %s', (reason, admitted) => {
  expect(reasonSchema.safeParse(reason).success).toBe(admitted);
});

test.each([
  ['🎡🎡', false],
  ['🎡'.repeat(200), true],
  ['🎡'.repeat(201), false],
  ['two\nlines', false],
])('the reason %j, which a customer reads, is admitted: %s', (reason, admitted) => {
  expect(settleInput.safeParse({ order_id: 1, how: 'refund', reason }).success).toBe(admitted);
});
