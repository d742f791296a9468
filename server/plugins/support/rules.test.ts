/** What one person may move alone, and what a search at the desk may mean. */
import { describe, expect, it } from 'vitest';
import { mayMoveAlone, readingsOf } from './rules.ts';

describe('moving a balance alone', () => {
  it.each([
    [10_000, 0, true],
    [-10_000, 0, true],
    [10_001, 0, false],
    [-10_001, 0, false],
    [4_000, 6_000, true],
    [4_001, 6_000, false],
    [-1, 10_000, false],
  ])('%i cents after %i', (amount, moved, expected) => {
    expect(mayMoveAlone(amount, moved)).toBe(expected);
  });
});

describe('a search', () => {
  it('takes figures for an account or an order, and still for a part of an address', () => {
    expect(readingsOf('12')).toMatchObject({ id: 12, email: '12', proxy: null, invoice: null, keyEnding: null });
    expect(readingsOf('#12')).toMatchObject({ id: 12 });
    expect(readingsOf('0')).toMatchObject({ id: null });
    expect(readingsOf('9999999999')).toMatchObject({ id: null });
  });

  it('knows proxies, invoices and the ends of keys by their form', () => {
    expect(readingsOf('px_AbCd1234EfGh5678')).toMatchObject({ proxy: 'px_abcd1234efgh5678' });
    expect(readingsOf('ispabcdefgh12345')).toMatchObject({ proxy: 'ispabcdefgh12345' });
    expect(readingsOf('localhost:1080:ispabcdefgh12345:secret')).toMatchObject({
      proxy: 'ispabcdefgh12345',
      email: 'ispabcdefgh12345',
    });
    expect(readingsOf('http://ispabcdefgh12345:secret@localhost:1080')).toMatchObject({ email: 'ispabcdefgh12345' });
    expect(readingsOf('r000042-00001')).toMatchObject({ invoice: 'R000042-00001' });
    expect(readingsOf('aB3d')).toMatchObject({ keyEnding: 'aB3d', email: 'ab3d' });
    expect(readingsOf('Somebody@Example.com')).toEqual({
      email: 'somebody@example.com',
      id: null,
      proxy: null,
      invoice: null,
      keyEnding: null,
    });
  });
});
