/** Alternating rounds over all contenders, summed up as medians and as ratios to the yardstick in the same round. */
import { median, rounded } from '../rounds.ts';
import type { Contender } from './contender.ts';

/** The smallest of the peers, which the others are compared with. */
const YARDSTICK = 'microsocks';

/** Numbers of one contender in one round, by name. */
type Numbers<K extends string> = Readonly<Record<K, number>>;

/**
 * Lets all contenders do the same, one after the other, `rounds` times after a round that warms up.
 * @param cost the number that is compared.
 * @returns for each contender the medians, and `to_microsocks`: the median of the ratios of `cost` within a round.
 */
export async function compareContenders<K extends string>(
  contenders: readonly Contender[],
  rounds: number,
  cost: NoInfer<K>,
  once: (contender: Contender, round: number) => Promise<Numbers<K>>,
): Promise<Record<string, Record<string, number>>> {
  const results = new Map(contenders.map(({ name }): [string, Numbers<K>[]] => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const contender of contenders) {
      const numbers = await once(contender, round);
      if (round > 0) results.get(contender.name)?.push(numbers);
    }
  }
  return summary(results, cost);
}

/** @param results of each contender, in the same order of rounds. */
export function summary<K extends string>(results: ReadonlyMap<string, readonly Numbers<K>[]>, cost: NoInfer<K>) {
  const yardstick = results.get(YARDSTICK);
  return Object.fromEntries(
    [...results].map(([name, all]) => {
      const keys = Object.keys(all[0] ?? {}) as K[];
      const medians: Record<string, number> = Object.fromEntries(
        keys.map((key) => [key, rounded(median(all.map((one) => one[key])), 2)]),
      );
      const ratios = yardstick ? all.map((one, round) => one[cost] / (yardstick[round]?.[cost] ?? Number.NaN)) : [];
      return [name, yardstick ? { ...medians, to_microsocks: rounded(median(ratios), 2) } : medians];
    }),
  );
}
