/** Which moments a range of days holds. */
import { expect, test } from 'vitest';
import { periodOfDays } from './period.ts';

test('a range of days holds its first and its last day whole, in UTC', () => {
  expect(periodOfDays('2026-02-28', '2026-02-28')).toEqual({
    since: new Date('2026-02-28T00:00:00.000Z'),
    before: new Date('2026-03-01T00:00:00.000Z'),
  });
  expect(periodOfDays(undefined, '2026-12-31')).toEqual({ since: null, before: new Date('2027-01-01T00:00:00.000Z') });
  expect(periodOfDays('2026-01-01', undefined)).toEqual({ since: new Date('2026-01-01T00:00:00.000Z'), before: null });
});
