/** What is typed into «Was I charged?», and what the books say. */
import { expect, test } from 'vitest';
import { referenceOf, verdictOf } from './rules.ts';

const username = 'isp23456789abcde';
const none = { key: null, orderId: null, proxy: null };

test.each([
  ['a key', 'Order-1001', { text: 'Order-1001', key: 'Order-1001', orderId: null, proxy: null }],
  ['spaces around it', '  Order-1001\n', { text: 'Order-1001', key: 'Order-1001', orderId: null, proxy: null }],
  ['an order id', '42', { ...none, text: '42', orderId: 42 }],
  ['an order id as people write it', '#42', { ...none, text: '#42', orderId: 42 }],
  ['a number that can be both', '12345678', { text: '12345678', key: '12345678', orderId: 12_345_678, proxy: null }],
  ['a number that no order has', '9999999999', { text: '9999999999', key: '9999999999', orderId: null, proxy: null }],
  [
    'a proxy id',
    'PX_23456789abcdefgh',
    { text: 'PX_23456789abcdefgh', key: 'PX_23456789abcdefgh', orderId: null, proxy: 'px_23456789abcdefgh' },
  ],
  ['a username', username, { text: username, key: username, orderId: null, proxy: username }],
  ['too short for a key', 'abc', { ...none, text: 'abc' }],
  ['anything else', 'hello world ü', { ...none, text: 'hello world ü' }],
])('%s', (_case, typed, reference) => expect(referenceOf(typed)).toEqual(reference));

test.each([
  `203.0.113.1:1080:${username}:hunter2`,
  `proxy.example:1080:${username}:hunter2`,
  `[2001:db8::1]:1080:${username}:hunter2`,
  `socks5://${username}:hunter2@proxy.example:1080`,
  `${username}:hunter2@proxy.example:1080`,
  `${username}:hunter2`,
])('of the credential %s only the username is left', (pasted) => {
  const reference = referenceOf(pasted);
  expect(reference.proxy).toBe(username);
  expect(JSON.stringify(reference)).not.toContain('hunter2');
});

test('a key that merely has colons stays whole', () => {
  expect(referenceOf('shop:1:order:55').key).toBe('shop:1:order:55');
});

const debit = { kind: 'purchase', amountCents: -290 };
const refund = { kind: 'refund', amountCents: 290 };

test.each([
  ['completed', [debit], 'charged'],
  ['processing', [debit], 'settling'],
  ['failed', [debit], 'settling'],
  ['refunded', [debit, refund], 'refunded'],
  ['processing', [], 'in_progress'],
  ['failed', [], 'never'],
] as const)('an order that is %s with %j is %s', (status, movements, verdict) => {
  expect(verdictOf({ status, movements })).toBe(verdict);
});
