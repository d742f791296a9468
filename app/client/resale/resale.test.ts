/** What the resale page makes of what is typed. */
import { describe, expect, it } from 'vitest';
import { typedEuros } from './sale-price.ts';

describe('a typed price', () => {
  it.each([
    ['12', 12],
    ['12.5', 12.5],
    ['12,50', 12.5],
    ['€ 9.99', 9.99],
    [' 7 € ', 7],
    ['0', 0],
  ])('%s is %d euros', (text, euros) => expect(typedEuros(text)).toBe(euros));

  it.each(['', 'ten', '1.2.3', '1,234.50', '-1', '1e3', '12.'])('%s is no price', (text) => expect(typedEuros(text)).toBeNaN());
});
