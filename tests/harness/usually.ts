/** How long something usually takes, on a machine that may be busy with other things for some of it. */

/** @returns the middle one of five measurements: two of them may be spoiled by what else is going on. */
export async function usually(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  while (times.length < 5) times.push(await measure());
  return times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
}
