import { expect, test } from 'vitest';
import { clientAddress } from './request.ts';

test('without trusted proxies a forwarding header is not believed', () => {
  expect(clientAddress('198.51.100.7', '203.0.113.1', 0)).toBe('198.51.100.7');
});

test('behind one proxy the address is what that proxy appended, whatever the client wrote before it', () => {
  expect(clientAddress('10.0.0.1', '203.0.113.1', 1)).toBe('203.0.113.1');
  expect(clientAddress('10.0.0.1', 'forged, 203.0.113.1', 1)).toBe('203.0.113.1');
});

test('behind two proxies it is what the outer one appended', () => {
  expect(clientAddress('10.0.0.1', 'forged, 203.0.113.1, 10.0.0.2', 2)).toBe('203.0.113.1');
});

test('a header that is missing or too short leaves the socket', () => {
  expect(clientAddress('10.0.0.1', null, 1)).toBe('10.0.0.1');
  expect(clientAddress('10.0.0.1', '203.0.113.1', 2)).toBe('10.0.0.1');
  expect(clientAddress('10.0.0.1', '', 1)).toBe('10.0.0.1');
});

test('a port that the proxy adds is not part of the address', () => {
  expect(clientAddress('10.0.0.1', '203.0.113.1:4711', 1)).toBe('203.0.113.1');
  expect(clientAddress('10.0.0.1', '[2001:db8::1]:4711', 1)).toBe('2001:db8::1');
  expect(clientAddress('10.0.0.1', '[2001:db8::1]', 1)).toBe('2001:db8::1');
  expect(clientAddress('10.0.0.1', '2001:db8::1', 1)).toBe('2001:db8::1');
});
