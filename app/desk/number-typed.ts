/** Numbers as a number field gives them: as text where that says more than the number, such as `2.50`. */

/** The number that was typed; null where the field is empty or holds none. */
export function numberTyped(value: number | string): number | null {
  const number = typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}
