/** Moments as a field of date and time gives them, meant in UTC. */

/** ISO 8601 of what was typed; null where that is no moment. */
export function momentTyped(typed: string): string | null {
  const at = new Date(`${typed}Z`);
  return typed === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
