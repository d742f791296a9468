import { describe, expect, it } from 'vitest';
import { listPath, pageAsked, single } from './address.ts';

describe('the state of a list in its address', () => {
  it('names only what says something', () => {
    expect(listPath('/list', {})).toBe('/list');
    expect(listPath('/list', { kind: 'refund', from: '', to: undefined })).toBe('/list?kind=refund');
    expect(listPath('/list', { search: 'a b&c' }, 3)).toBe('/list?search=a+b%26c&page=3');
  });

  it.each([undefined, '', '0', '-1', '1.5', 'two', '99999999', ['2', '3']])('page %s is the first', (page) => {
    expect(pageAsked({ page })).toBe(1);
  });

  it('is read once', () => {
    expect(pageAsked({ page: '7' })).toBe(7);
    expect(single({ kind: ['refund', 'credit'] }, 'kind')).toBeUndefined();
    expect(single({ kind: 'refund' }, 'kind')).toBe('refund');
  });
});
