/** What the resale page makes of an address and of what is typed. */
import { describe, expect, it } from 'vitest';
import { pageNumber } from './paging.ts';
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

describe('a page number', () => {
  it('is taken from the address', () => expect(pageNumber('3')).toBe(3));
  it.each([undefined, '', '0', '-1', '1.5', 'two', '99999999', ['2', '3']])('%s means the first page', (asked) => {
    expect(pageNumber(asked)).toBe(1);
  });
});
