/** The wheel stops where it says it does. */
import { expect, it } from 'vitest';
import { middleOf, restingAngle, slicePath } from './wheel-geometry.ts';

it.each([1, 2, 6, 9])('of %i slices, each lies at the top once the wheel is turned to it', (count) => {
  for (let index = 0; index < count; index += 1) {
    expect((middleOf(index, count) + restingAngle(index, count)) % 360).toBeCloseTo(0);
  }
});

it('slices follow one another clockwise from the top, and one alone goes all the way round', () => {
  expect(slicePath(0, 4)).toBe(
    'M 0 0 L 0.000 -100.000 A 100 100 0 0 1 70.711 -70.711 A 100 100 0 0 1 100.000 0.000 Z'.replace('0.000 Z', '-0.000 Z'),
  );
  expect(slicePath(0, 1)).toContain('A 100 100 0 0 1 0.000 100.000');
});
