/** How exit addresses are read: every notation once, nothing that could be meant in two ways. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { MOST_ADDRESSES } from '#server/kernel/address-list.ts';
import { readAddresses } from './addresses.ts';

describe('readAddresses', () => {
  test('a block is all of its addresses, the first and the last too', async () => {
    expect((await readAddresses('203.0.113.252/30')).addresses).toEqual([
      '203.0.113.252',
      '203.0.113.253',
      '203.0.113.254',
      '203.0.113.255',
    ]);
    expect((await readAddresses('2001:db8::fffe/127')).addresses).toEqual(['2001:db8::fffe', '2001:db8::ffff']);
    expect((await readAddresses('10.0.0.0/16')).addresses).toHaveLength(MOST_ADDRESSES);
    expect((await readAddresses('198.51.100.1/32')).addresses).toEqual(['198.51.100.1']);
  });

  test('a list may have commas, spaces and lines', async () => {
    expect((await readAddresses(' 198.51.100.1,198.51.100.2  198.51.100.3,\n198.51.100.4')).addresses).toHaveLength(4);
  });

  test('an address is known again in every spelling', async () => {
    expect(await readAddresses('2001:0DB8:0:0::1 2001:db8::1 ::ffff:192.0.2.1 192.0.2.1 192.0.2.0/31')).toEqual({
      addresses: ['2001:db8::1', '192.0.2.1', '192.0.2.0'],
      repeated: ['2001:db8::1', '192.0.2.1'],
    });
  });

  test('a file is read, without its comments', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'addresses-test-'));
    const file = path.join(folder, 'list.txt');
    await writeFile(file, '# 192.0.2.9\r\n192.0.2.1 # the first\r\n192.0.2.2/31\r\n');
    expect((await readAddresses(file)).addresses).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
    await writeFile(file, '# nothing\n');
    await expect(readAddresses(file)).rejects.toThrow('No addresses were given.');
    await rm(folder, { recursive: true });
  });

  test.each([
    ['203.0.113.1/28', 'Give 203.0.113.0/28.'],
    ['2001:db8::1/64', 'Give 2001:db8::/64.'],
    ['203.0.113.0/33', 'from 0 to 32'],
    ['192.0.2.1 203.0.113.0/', '"203.0.113.0/" is not'],
    ['10.0.0.0/15', 'in smaller blocks'],
    ['2001:db8::/64', 'in smaller blocks'],
    ['192.0.2.1 010.0.0.1', '"010.0.0.1" is not an address'],
    ['192.0.2.1 10.1', '"10.1" is not an address'],
    ['192.0.2.1 192.0.2.256', '"192.0.2.256" is not an address'],
    ['192.0.2.1 fe80::1%eth0', '"fe80::1%eth0" is not an address'],
    ['192.0.2.1 192.0.2.1/32/32', 'is not an address'],
    ['0.0.0.0', 'unspecified'],
    ['224.0.0.1', 'multicast'],
    ['', 'nor a file'],
    ['/no/such/file', 'nor a file'],
  ])('%j is refused', async (source, says) => {
    await expect(readAddresses(source)).rejects.toThrow(says);
  });
});
