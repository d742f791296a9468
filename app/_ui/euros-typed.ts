/** An amount as somebody types it. */
import { parseEuros, toEuros } from '#server/kernel/money.ts';

/** Euros of `12`, `12.5` or `12,50`; null where it is none, or out of bounds. */
export function eurosTyped(text: string, { min, max }: { min: number; max: number }): number | null {
  const cents = parseEuros(text.trim().replace(',', '.'));
  const euros = cents === null ? null : toEuros(cents);
  return euros !== null && euros >= min && euros <= max ? euros : null;
}
