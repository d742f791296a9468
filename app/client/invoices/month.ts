/** Months as people read them. */

const format = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `November 2026` of `2026-11`. */
export function monthName(month: string): string {
  return format.format(new Date(`${month}-01`));
}
