/** Which text the database can keep. */
import { expect, test } from 'vitest';
import { isStorable, storable } from './storable-text.ts';

test.each(['', 'Zoë & Söhne', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🎡', '\u0001\uFFFF', null, 1, [], { a: [{ b: 'c' }] }])('%j can be kept', (value) => {
  expect(isStorable(value)).toBe(true);
});

test.each(['\0', 'a\0b', '\uD83C', 'x\uDFA1y', '\uDFA1\uD83C', ['a', ['\0']], { a: { b: ['\uD800'] } }, { '\0': 1 }])(
  '%j cannot',
  (value) => {
    expect(isStorable(value)).toBe(false);
  },
);

test('what is nested as deep as a body can be is looked through', () => {
  const deep = (text: string) => JSON.parse(`${'['.repeat(50_000)}${JSON.stringify(text)}${']'.repeat(50_000)}`) as unknown;
  expect(isStorable(deep('a'))).toBe(true);
  expect(isStorable(deep('\0'))).toBe(false);
});

test('what can be kept is left as it is', () => {
  expect(storable('a\0b\uD83Cc 🎡')).toBe('abc 🎡');
});
