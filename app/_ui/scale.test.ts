/** The scale of a chart. */
import { expect, it } from 'vitest';
import { scaleOf } from './scale.ts';

it.each([
  ['nothing spent', [0, 0], [0, 0.25, 0.5, 0.75, 1]],
  ['a small purchase', [0, 2.9], [0, 1, 2, 3]],
  ['cents', [0.07], [0, 0.02, 0.04, 0.06, 0.08]],
  ['round already', [100], [0, 25, 50, 75, 100]],
  ['thousands', [598, 12_345], [0, 5_000, 10_000, 15_000]],
  ['a day on which more was given back', [-8.7, 40], [-20, 0, 20, 40]],
  ['nothing but given back', [-3], [-3, -2, -1, 0]],
])('%s', (_case, values, scale) => expect(scaleOf(values, 4)).toEqual(scale));

it.each([
  ['nothing', [0], [0, 1]],
  ['a few', [3], [0, 1, 2, 3]],
  ['where a step would be two and a half', [9], [0, 5, 10]],
  ['above and below', [2, -1], [-1, 0, 1, 2]],
  ['many', [100], [0, 25, 50, 75, 100]],
])('of things that are counted: %s', (_case, values, scale) => expect(scaleOf(values, 4, true)).toEqual(scale));
