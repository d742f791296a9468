/** What a number field holds is taken as the number that it shows. */
import { expect, test } from 'vitest';
import { numberTyped } from './number-typed.ts';

test.each([
  [2.5, 2.5],
  ['2.50', 2.5],
  ['3.', 3],
  ['0', 0],
  ['', null],
  [' ', null],
  ['-', null],
])('%j is %j', (typed, number) => expect(numberTyped(typed)).toBe(number));
