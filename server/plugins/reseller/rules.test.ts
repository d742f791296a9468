import { expect, test } from 'vitest';
import { randomBase62 } from '#server/kernel/crypto.ts';
import { apiKeyOf, KEY_RANDOM_LENGTH, looksLikeApiKey } from './rules.ts';

const key = apiKeyOf(randomBase62(KEY_RANDOM_LENGTH));

test('a key has a readable prefix and at least 178 random bits', () => {
  expect(key).toMatch(/^isp_live_[0-9A-Za-z]{36}$/);
  expect(KEY_RANDOM_LENGTH * Math.log2(62)).toBeGreaterThanOrEqual(178);
});

test('a whole key looks like one', () => {
  for (let i = 0; i < 1_000; i += 1) expect(looksLikeApiKey(apiKeyOf(randomBase62(KEY_RANDOM_LENGTH)))).toBe(true);
});

test('any single typo is caught without asking the database', () => {
  for (let i = 0; i < key.length; i += 1) {
    for (const character of '0aZ_') {
      if (key[i] !== character) expect(looksLikeApiKey(key.slice(0, i) + character + key.slice(i + 1))).toBe(false);
    }
  }
  for (const other of ['', ' ', key.toUpperCase(), `${key}0`, key.slice(1), ` ${key}`])
    expect(looksLikeApiKey(other)).toBe(false);
});
