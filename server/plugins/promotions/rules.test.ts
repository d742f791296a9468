import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeObstacle, expectedBp, normalCode, prizeOf, totalWeight } from './rules.ts';

const at = new Date('2026-11-21T12:00:00Z');
const earlier = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-11-22T12:00:00Z');
const code = { startsAt: earlier, endsAt: later, used: 0, totalUses: 1, usedBefore: false };

test('a code can be entered from its start on, up to its end, while uses are left', () => {
  expect(codeObstacle(code, at)).toBeNull();
  expect(codeObstacle({ ...code, endsAt: null }, at)).toBeNull();
  expect(codeObstacle({ ...code, startsAt: at }, at)).toBeNull();
  expect(codeObstacle({ ...code, startsAt: later }, at)).toBe('not_started');
  expect(codeObstacle({ ...code, endsAt: at }, at)).toBe('ended');
  expect(codeObstacle({ ...code, used: 1 }, at)).toBe('used_up');
});

test('what the account did itself is told before what others did', () => {
  expect(codeObstacle({ ...code, used: 1, endsAt: at, usedBefore: true }, at)).toBe('used_before');
});

test('case and spaces around a code say nothing', () => expect(normalCode(' Summer-26 ')).toBe('SUMMER-26'));

test('each prize gets exactly its weight of the rolls, and there is no other roll', () => {
  const prizes = fc.array(fc.record({ discountBp: fc.nat(), weight: fc.integer({ min: 1, max: 50 }) }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(prizes, (wheel) => {
      const drawn = Array.from({ length: totalWeight(wheel) }, (_, roll) => prizeOf(wheel, roll));
      for (const prize of wheel) expect(drawn.filter((one) => one === prize)).toHaveLength(prize.weight);
      expect(() => prizeOf(wheel, totalWeight(wheel))).toThrow(RangeError);
      expect(() => prizeOf(wheel, -1)).toThrow(RangeError);
    }),
  );
});

test('a spin gives the weighted average of the prizes, and a closed wheel nothing', () => {
  const prizes = [
    { discountBp: 100, weight: 60 },
    { discountBp: 500, weight: 30 },
    { discountBp: 1_000, weight: 10 },
  ];
  expect(expectedBp(prizes)).toBe(310);
  expect(expectedBp([])).toBe(0);
});
