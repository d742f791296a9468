/** The reader's own day. */

/** `2026-11-21`. @param ahead days from today. */
export function today(ahead = 0): string {
  const day = new Date();
  day.setDate(day.getDate() + ahead);
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
