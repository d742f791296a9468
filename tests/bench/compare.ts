/** Compares the API with the very same statements run straight over the driver, in alternating rounds of one run. */
import { CLIENTS, median, percentile, type RoundResult, rounded, runRound, type Side } from './rounds.ts';
import type { SiteLoad } from './site-load.ts';

export interface RoundOptions {
  readonly rounds: number;
  readonly seconds: number;
  progress(line: string): void;
}

/** @returns both rates (median of the rounds), p50 and p99, the server's CPU a request, and `ratio` = HTTP rate / direct rate. */
export async function compare(bench: string, load: SiteLoad, sides: { http: Side; direct: Side }, options: RoundOptions) {
  const http: RoundResult[] = [];
  const direct: RoundResult[] = [];
  let cpuMs = 0;
  // The round before the first warms up both sides.
  for (let round = 0; round <= options.rounds; round += 1) {
    options.progress(`round ${round} of ${options.rounds}`);
    const straight = await runRound(sides.direct, options.seconds);
    const before = await load.server.cpuMs();
    const served = await runRound(sides.http, options.seconds);
    if (round === 0) continue;
    cpuMs += (await load.server.cpuMs()) - before;
    direct.push(straight);
    http.push(served);
  }
  const requests = http.reduce((sum, { latencies }) => sum + latencies.length, 0);
  const side = (results: readonly RoundResult[]) => {
    const latencies = results.flatMap((result) => result.latencies);
    return {
      per_second: rounded(median(results.map((result) => result.rate)), 0),
      p50_ms: rounded(percentile(latencies, 0.5), 2),
      p99_ms: rounded(percentile(latencies, 0.99), 2),
    };
  };
  return {
    bench,
    clients: CLIENTS,
    rounds: options.rounds,
    seconds_a_round: options.seconds,
    http: side(http),
    direct: side(direct),
    server_cpu_ms_a_request: rounded(cpuMs / requests, 3),
    ratio: rounded(median(http.map((result, i) => result.rate / (direct[i]?.rate ?? Number.NaN))), 2),
  };
}
