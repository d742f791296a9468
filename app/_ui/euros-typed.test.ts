import { expect, it } from 'vitest';
import { eurosTyped } from './euros-typed.ts';

const bounds = { min: 5, max: 5_000 };

it.each([
  ['12', 12],
  [' 12.5 ', 12.5],
  ['12,50', 12.5],
  ['5', 5],
  ['5000.00', 5_000],
  ['4.99', null],
  ['5000.01', null],
  ['12.345', null],
  ['1.000,00', null],
  ['-20', null],
  ['1e2', null],
  ['€20', null],
  ['', null],
])('%j is %s', (text, euros) => expect(eurosTyped(text, bounds)).toBe(euros));
