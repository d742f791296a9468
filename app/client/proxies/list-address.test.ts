/** What the page of proxies makes of an address, and back. */
import { expect, it } from 'vitest';
import { addressOf, type Shown, shownBy } from './list-address.ts';

const everything: Shown = { search: '', sort: 'newest', page: 1 };

it.each<[string, Shown]>([
  ['/client/proxies', everything],
  ['/client/proxies?status=expiring', { ...everything, status: 'expiring' }],
  [
    '/client/proxies?search=px_a+b&country=es&status=live&sort=expires_first&page=3',
    { search: 'px_a b', country: 'es', status: 'live', sort: 'expires_first', page: 3 },
  ],
])('%s is written and read alike', (address, shown) => {
  expect(addressOf(shown)).toBe(address);
  expect(shownBy(Object.fromEntries(new URL(address, 'http://site.example').searchParams))).toEqual(shown);
});

it.each([
  { page: '0' },
  { page: '-1' },
  { page: ['2', '3'] },
  { page: '99999999' },
  { country: 'xx' },
  { status: 'constructor' },
  { sort: 'price' },
  { search: ['a', 'b'] },
])('%j asks for nothing', (params) => expect(shownBy(params)).toEqual(everything));
