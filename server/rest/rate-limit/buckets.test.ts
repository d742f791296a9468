/** One client, one bucket: whatever its address looks like. */
import { expect, test } from 'vitest';
import { addressBucket } from './buckets.ts';

test.each([
  ['203.0.113.7', 'ip:203.0.113.7'],
  ['::ffff:203.0.113.7', 'ip:203.0.113.7'],
  ['::ffff:cb00:7107', 'ip:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', 'ip:2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', 'ip:2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', 'ip:2001:db8:1:3::/64'],
  ['::1', 'ip:0:0:0:0::/64'],
  ['fe80::1%eth0', 'ip:fe80:0:0:0::/64'],
  ['unknown', 'ip:unknown'],
  ['', 'ip:unknown'],
  ['x'.repeat(10_000), 'ip:unknown'],
])('%s', (address, bucket) => expect(addressBucket(address)).toBe(bucket));
