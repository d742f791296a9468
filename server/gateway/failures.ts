/** Failed authentications of each client address, so that guessing costs the guesser more than it costs us. */
import { entryPointLimits } from '#server/kernel/limits.ts';

const WINDOW_MS = 60_000;

/**
 * Counts failures in windows of a minute. A source over the limit still gets in with a credential that is known and right, for many customers
 * may share an address, and passwords of 142 random bits are not found by trying; the database is not asked for it until the minute is over.
 */
export class Failures {
  private bySource = new Map<string, number>();
  private windowEnds = 0;

  /** Notes a failure. @param now in milliseconds. */
  add(source: string, now: number): void {
    this.roll(now);
    this.bySource.set(source, (this.bySource.get(source) ?? 0) + 1);
  }

  /** Whether the source has failed too often. */
  tooMany(source: string, now: number): boolean {
    this.roll(now);
    return (this.bySource.get(source) ?? 0) >= entryPointLimits.failuresPerMinute;
  }

  private roll(now: number): void {
    if (now < this.windowEnds) return;
    this.windowEnds = now + WINDOW_MS;
    if (this.bySource.size > 0) this.bySource = new Map();
  }
}
