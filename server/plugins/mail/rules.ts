/** Pure rules of the outbox: how long to wait before another try, and when to give up. */

/** Seconds in which nobody else takes a mail that is being sent; longer than any try takes. */
export const LEASE_SECONDS = 300;

const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 60 * 60;
const GIVE_UP_AFTER_SECONDS = 3 * 24 * 60 * 60;

/** Seconds for which the trace of a mail (to whom, about what, when) is kept once it is over. */
export const TRACE_SECONDS = 30 * 24 * 60 * 60;

/**
 * What to do about a mail that could not be sent.
 * @param attempts tries so far. @param ageSeconds since it was written. @param refused the recipient's server will not take it, ever.
 * @returns seconds until the next try, null to give up.
 */
export function secondsToNextTry(attempts: number, ageSeconds: number, refused: boolean): number | null {
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (attempts - 1), LONGEST_WAIT_SECONDS);
  return refused || ageSeconds + wait > GIVE_UP_AFTER_SECONDS ? null : wait;
}

/** Where mails are written as files when there is no mail server. */
export function outboxFolder(dataDir: string): string {
  return `${dataDir}/outbox`;
}
