/** `npm run -s bench -- <what> [--json]`: measures on a scratch database and prints ratios of one run. */
import { Command, InvalidArgumentError } from 'commander';
import { buildOnce } from '#server/web/build.ts';
import { type ScratchCluster, startScratchCluster } from '../harness/cluster.ts';
import { gateway } from './gateway/gateway.ts';
import { growth } from './growth.ts';
import { lists } from './lists.ts';
import { purchase } from './purchase.ts';
import { balance, stock } from './reads.ts';

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Give a whole number from 1 up.');
  return value;
}

interface Options {
  rounds: number;
  seconds: number;
  json?: boolean;
}

const program = new Command('bench').description(
  'Benchmarks as ratios within one run: the API against the same statements run straight over the driver.',
);

/**
 * Adds a benchmark: it runs on a cluster of its own, which is removed afterwards whatever happens.
 * @param needs `pages`: of the site.
 */
function bench<T extends Options>(
  command: Command,
  measure: (cluster: ScratchCluster, options: T & { progress(line: string): void }) => Promise<object>,
  { pages = true }: { pages?: boolean } = {},
) {
  command
    .option('--rounds <n>', 'rounds after a first one that warms up', positive, 5)
    .option('--seconds <n>', 'seconds a round', positive, 4)
    .option('--json', 'print the result as JSON')
    .action(async (options: T) => {
      const progress = (line: string) => void process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
      if (pages) {
        progress('building the pages where the sources are new');
        await buildOnce(new AbortController().signal, () => {});
      }
      const cluster = await startScratchCluster();
      try {
        const result = await measure(cluster, { ...options, progress });
        if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
        if (options.json) console.log(JSON.stringify(result, null, 2));
        else console.table(flat(result));
      } finally {
        await cluster.stop();
      }
    });
}

/** `{ http: { p50_ms: 1 } }` as `{ 'http p50_ms': 1 }`, for a table. */
function flat(value: object, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      typeof inner === 'object' && inner !== null ? Object.entries(flat(inner, `${prefix}${name} `)) : [[prefix + name, inner]],
    ),
  );
}

bench(program.command('purchase').description('POST /buy of one proxy, 16 clients'), purchase);
bench(program.command('balance').description('GET /balance, 16 clients'), balance);
bench(program.command('stock').description('GET /stock, 16 clients'), stock);
bench<Options & { small: number; large: number }>(
  program
    .command('growth')
    .description('purchase and stock with few and with many orders and addresses')
    .option('--small <n>', 'orders in the small database', positive, 1_000)
    .option('--large <n>', 'orders in the large database', positive, 1_000_000),
  growth,
);
bench(program.command('lists').description('first pages of long lists beside short ones, without HTTP'), lists, { pages: false });
bench<Options & { tunnels: number }>(
  program
    .command('gateway')
    .description('the entry point beside microsocks, tinyproxy and danted (Linux)')
    .option('--tunnels <n>', 'idle tunnels to hold in one entry point', positive, 20_000),
  gateway,
  { pages: false },
);

await program.parseAsync();
