/** Stretches of time that are asked for in days of UTC. */

/** `since` belongs to it, `before` does not. Null leaves that end open. */
export interface Period {
  readonly since: Date | null;
  readonly before: Date | null;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** From the start of one day to the end of another, both UTC and given as `2026-11-21`. */
export function periodOfDays(from: string | undefined, to: string | undefined): Period {
  return {
    since: from === undefined ? null : new Date(from),
    before: to === undefined ? null : new Date(new Date(to).getTime() + DAY_MS),
  };
}
