/** Text that the database can keep: PostgreSQL takes neither the character NUL nor half of a surrogate pair, which no UTF-8 has. */

/** Whether every text within a value of JSON can be kept, names of members included. However deep it is nested. */
export function isStorable(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string' && (one.includes('\0') || /\p{Surrogate}/u.test(one))) return false;
    if (typeof one === 'object' && one !== null) left.push(...Object.keys(one), ...Object.values(one));
  }
  return true;
}

/** The text without what cannot be kept of it. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '');
}
