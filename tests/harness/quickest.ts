/** How fast something can be, on a machine that may have other things to do as well. */

/** For which tries are made. */
const MOST_MS = 20_000;

/** Tries again until it took no longer than `enough`, for a while. @returns the milliseconds of the quickest try. */
export async function quickest(enough: number, work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + MOST_MS;
  let best = Number.POSITIVE_INFINITY;
  while (best >= enough && performance.now() < until) {
    const began = performance.now();
    await work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}
