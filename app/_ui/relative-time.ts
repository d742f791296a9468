/** How long ago, or how far ahead, in words. */

const units = [
  { unit: 'year', seconds: 365 * 24 * 60 * 60 },
  { unit: 'month', seconds: 30 * 24 * 60 * 60 },
  { unit: 'day', seconds: 24 * 60 * 60 },
  { unit: 'hour', seconds: 60 * 60 },
  { unit: 'minute', seconds: 60 },
] as const;

/**
 * `3 minutes ago`, `in 30 days`, in the largest unit that fits; null for what is less than a minute away. The past is rounded down and the future to the nearest, so
 * that what was bought for 30 days a minute ago ends in 30 days.
 */
export function relativeTime(moment: Date, now: Date, locale: string): string | null {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1_000);
  const distance = Math.abs(seconds);
  // A period of 30 days, the life of a proxy, reads better in days than as a month.
  const fitting = units.find(({ unit, seconds: size }) => distance >= (unit === 'month' ? 2 * size : size));
  if (!fitting) return null;
  const count = distance / fitting.seconds;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  return format.format(seconds > 0 ? Math.round(count) : -Math.floor(count), fitting.unit);
}
