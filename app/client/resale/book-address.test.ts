/** The state of the book in its address. */
import { describe, expect, it } from 'vitest';
import { type BookShown, bookAddress, bookShownBy } from './book-address.ts';

describe('what the book shows', () => {
  it.each<[string, Partial<BookShown>]>([
    ['/client/resale', {}],
    ['/client/resale?search=px_7', { search: 'px_7' }],
    [
      '/client/resale?buyer=Kestrel+Labs&payment=unpaid&expiry=expiring&sort=margin_low&page=3',
      {
        buyer: 'Kestrel Labs',
        payment: 'unpaid',
        expiry: 'expiring',
        sort: 'margin_low',
        page: 3,
      },
    ],
    ['/client/resale?without_buyer=yes', { buyer: '' }],
  ])('%s comes back as it went', (address, asked) => {
    const shown: BookShown = { search: '', sort: 'newest', page: 1, ...asked };
    expect(bookShownBy(Object.fromEntries(new URL(address, 'http://site.example').searchParams))).toEqual(shown);
    expect(bookAddress(shown)).toBe(address);
  });

  it('leaves out what it does not know, and every password', () => {
    const shown = bookShownBy({
      payment: 'perhaps',
      expiry: ['live', 'expired'],
      sort: 'colour',
      search: 'h:1:ispabcdefghijklm:Secret',
    });
    expect(shown).toEqual({ search: 'ispabcdefghijklm', sort: 'newest', page: 1 });
  });
});
