import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault, deriveKey, keyedHash, randomBase62, randomReadable } from './crypto.ts';

test('a sealed password opens only with its key and for the proxy that it was sealed for', () => {
  const key = randomBytes(32);
  const vault = createVault(key);
  const sealed = vault.seal('a password', 'px_1');
  expect(vault.open(sealed, 'px_1')).toBe('a password');
  expect(() => vault.open(sealed, 'px_2')).toThrow();
  expect(() => createVault(randomBytes(32)).open(sealed, 'px_1')).toThrow();
  const tampered = Buffer.from(sealed);
  tampered.writeUInt8(tampered.readUInt8(14) ^ 1, 14);
  expect(() => vault.open(tampered, 'px_1')).toThrow();
});

test('the same password sealed twice looks different, and shows nothing of itself', () => {
  const vault = createVault(randomBytes(32));
  const sealed = vault.seal('a password', 'px_1');
  expect(vault.seal('a password', 'px_1').equals(sealed)).toBe(false);
  expect(sealed.includes('password')).toBe(false);
});

test('keys for two purposes differ, and so do hashes under two keys', () => {
  const secret = randomBytes(32);
  const [one, other] = [deriveKey(secret, 'one'), deriveKey(secret, 'other')];
  expect(one.equals(other)).toBe(false);
  expect(keyedHash(one, 'text').equals(keyedHash(other, 'text'))).toBe(false);
});

test('random text has its length and alphabet, and uses all of it evenly', () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 2_000; i += 1) {
    const text = randomBase62(31);
    expect(text).toMatch(/^[0-9A-Za-z]{31}$/);
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  // 1,000 expected of each; six standard deviations is about 190.
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(200);
  expect(randomReadable(13)).toMatch(/^[a-km-np-z2-9]{13}$/);
});
