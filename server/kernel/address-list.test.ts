/** How a list of exit addresses is read as a whole: what is right is kept, what is not is told with its reason. */
import ipaddr from 'ipaddr.js';
import { expect, test, vi } from 'vitest';
import { blockOf, MOST_ADDRESSES, readAddressList } from './address-list.ts';

test('what is not an address is told, and the rest is read', () => {
  const read = readAddressList('192.0.2.1 # the first\n# 192.0.2.9\nnonsense, 192.0.2.1\r\n203.0.113.1/28 192.0.2.2/31');
  expect(read.addresses).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  expect(read.repeated).toEqual(['192.0.2.1']);
  expect(read.refused).toEqual([
    { text: 'nonsense', reason: '"nonsense" is not an address.' },
    { text: '203.0.113.1/28', reason: expect.stringContaining('Give 203.0.113.0/28.') },
  ]);
});

test('more than can be taken at once is refused as a whole', () => {
  const read = readAddressList('10.0.0.0/16 10.1.0.0/31 10.2.0.0/31');
  expect(read.addresses).toEqual([]);
  expect(read.refused).toEqual([{ text: '10.1.0.0/31', reason: expect.stringContaining('in smaller blocks') }]);
});

test('a block is recognised to search by, whichever of its addresses it is named by', () => {
  expect(blockOf('203.0.113.7/28')).toBe('203.0.113.7/28');
  expect(blockOf('2001:0db8::/64')).toBe('2001:db8::/64');
  expect(['203.0.113', '203.0.113.7', '203.0.113.0/33', 'a/8'].map(blockOf)).toEqual([null, null, null, null]);
});

test('what is repeated counts each time that it is read, so that a short text cannot ask for endless work', () => {
  const made = vi.spyOn(ipaddr, 'fromByteArray');
  const read = readAddressList('203.0.0.0/16 '.repeat(200));
  const addressesMade = made.mock.calls.length;
  made.mockRestore();
  expect(read.addresses).toEqual([]);
  expect(read.refused).toEqual([{ text: '203.0.0.0/16', reason: expect.stringContaining('in smaller blocks') }]);
  expect(addressesMade).toBe(MOST_ADDRESSES + 1);
  expect(readAddressList('203.0.113.0/24 203.0.113.0/24')).toMatchObject({
    addresses: { length: 256 },
    repeated: { length: 256 },
    refused: [],
  });
});
