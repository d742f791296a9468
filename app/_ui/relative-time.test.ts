/** Times in words. */
import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T12:00:00Z', null],
  ['2026-11-21T11:59:10Z', null],
  ['2026-11-21T11:58:50Z', '1 minute ago'],
  ['2026-11-21T09:01:00Z', '2 hours ago'],
  ['2026-11-19T12:00:00Z', '2 days ago'],
  ['2026-12-21T12:00:00Z', 'in 30 days'],
  ['2026-12-21T11:55:00Z', 'in 30 days'],
  // The server's clock may be ahead of the reader's.
  ['2026-11-21T12:00:20Z', null],
  ['2026-08-01T12:00:00Z', '3 months ago'],
  ['2024-11-20T12:00:00Z', '2 years ago'],
])('%s is %s', (moment, words) => expect(relativeTime(new Date(moment), now, 'en-IE')).toBe(words));
