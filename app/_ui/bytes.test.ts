/** Amounts of data in words. */
import { expect, it } from 'vitest';
import { formatBytes } from './bytes.ts';

/** Spaces of any kind become plain ones. */
const written = (bytes: number, locale: string) => formatBytes(bytes, locale).replace(/\s/g, ' ');

it.each([
  [0, '0 B'],
  [1, '1 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_549, '1.55 kB'],
  [23_449_000, '23.4 MB'],
  [999_950, '1 MB'],
  [120_400_000_000, '120 GB'],
  [7_000_000_000_000_000, '7,000 TB'],
])('%d bytes are %s', (bytes, words) => expect(written(bytes, 'en')).toBe(words));

it.each([
  ['fr', 512, '512 o'],
  ['fr', 23_449_000, '23,4 Mo'],
  ['fr', 7_000_000_000_000_000, '7 000 To'],
  ['es', 23_449_000, '23,4 MB'],
])('in %s %d bytes are %s', (locale, bytes, words) => expect(written(bytes, locale)).toBe(words));
