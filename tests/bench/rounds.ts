/** Measures by alternating rounds, so that a noisy machine touches both sides alike, and sums up by medians. */

/** Clients that work at the same time. */
export const CLIENTS = 16;

export interface Side {
  readonly name: string;
  /** Does one unit of work; `client` is 0..CLIENTS-1. */
  once(client: number): Promise<void>;
}

export interface RoundResult {
  /** Units a second. */
  readonly rate: number;
  /** Milliseconds of each unit. */
  readonly latencies: readonly number[];
}

/** Lets all clients work for `seconds`. */
export async function runRound(side: Side, seconds: number): Promise<RoundResult> {
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  const work = async (client: number) => {
    for (let now = performance.now(); now < end; ) {
      await side.once(client);
      const done = performance.now();
      latencies.push(done - now);
      now = done;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
  return { rate: (latencies.length * 1_000) / (performance.now() - begin), latencies };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The value below which `share` of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A number with as many decimals as it deserves in a report. */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
