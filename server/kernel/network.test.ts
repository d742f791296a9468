import { expect, it } from 'vitest';
import { networkOf, partOfAddress } from './network.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  ['<script>', 'unknown'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

it.each([
  ['192.0.2.7', '192.0.2.x'],
  ['::ffff:192.0.2.7', '192.0.2.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
  ['<script>', 'unknown'],
])('%s in part is %s', (address, part) => expect(partOfAddress(address)).toBe(part));
