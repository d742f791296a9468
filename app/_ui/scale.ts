/** The scale of a chart: round figures that enclose what is drawn. */

/** What a step may be, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Figures at equal distances, upwards: at most about `count` steps from the lowest value (0 where none is below) to the highest, both
 * enclosed. Of values that are all 0, they go to 1.
 * @param whole whether the figures are of things that are counted: whole numbers.
 */
export function scaleOf(values: readonly number[], count: number, whole = false): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values) || (low === 0 ? 1 : 0);
  const least = Math.max((high - low) / count, whole ? 1 : 0);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (STEPS.find((one) => one * power >= least && (!whole || Number.isInteger(one * power))) ?? 10);
  const first = Math.floor(low / step);
  const steps = Math.ceil(high / step) - first;
  // Rounded, for a tenth is no number of the computer's.
  return Array.from({ length: steps + 1 }, (_, nth) => Number(((first + nth) * step).toPrecision(12)));
}
