/** `bench -- growth`: what a purchase and a look at the stock cost with 10³ and with 10⁶ orders and as many addresses. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { AccountId } from '#server/kernel/ids.ts';
import { availableStatement } from '#server/plugins/proxies/store/pool.ts';
import type { ScratchCluster } from '../harness/cluster.ts';
import { directPurchase } from './direct-purchase.ts';
import { ACCOUNTS, fillAccounts, fillAddresses, fillHistory, keyHashOf, settle } from './fill.ts';
import { CLIENTS, median, rounded, runRound } from './rounds.ts';

/** Free addresses beside those of the history, so that the small stock does not run out while it is measured. */
const SPARE = 60_000;

/**
 * @returns rates of the small and the large database in alternating rounds; `ratio` is how many times slower the large one is.
 */
export async function growth(
  cluster: ScratchCluster,
  options: { small: number; large: number; rounds: number; seconds: number; progress(line: string): void },
) {
  const pools: pg.Pool[] = [];
  const sizes = [options.small, options.large];
  for (const orders of sizes) {
    options.progress(`filling a database with ${orders} orders`);
    const pool = new pg.Pool({
      connectionString: await cluster.createDatabase(`growth_${orders}`),
      max: CLIENTS,
      pipeline: true,
    });
    const client = await pool.connect();
    await fillAccounts(client);
    await fillAddresses(client, 1, orders + SPARE);
    await fillHistory(client, orders);
    await settle(client);
    client.release();
    pools.push(pool);
  }

  const purchase = async (pool: pg.Pool) => {
    const accountId = (1 + Math.floor(Math.random() * ACCOUNTS)) as AccountId;
    const client = await pool.connect();
    try {
      await directPurchase(client, { accountId, keyHash: keyHashOf(accountId), idempotencyKey: randomUUID(), country: 'fr' });
    } finally {
      client.release();
    }
  };
  const stock = async (pool: pg.Pool) => {
    await pool.query({ name: availableStatement.name, text: availableStatement.text });
  };

  const rates = { purchase: sizes.map((): number[] => []), stock: sizes.map((): number[] => []) };
  for (let round = 0; round < options.rounds; round += 1) {
    for (const [what, once] of [
      ['stock', stock],
      ['purchase', purchase],
    ] as const) {
      for (const [i, pool] of pools.entries()) {
        options.progress(`round ${round + 1} of ${options.rounds}: ${what}, ${sizes[i]} orders`);
        const { rate } = await runRound({ name: what, once: () => once(pool) }, options.seconds);
        // The first round warms plans and caches up.
        if (round > 0) rates[what][i]?.push(rate);
      }
    }
  }
  await Promise.all(pools.map((pool) => pool.end()));

  const summary = ([small = [], large = []]: number[][]) => ({
    small_per_second: rounded(median(small), 0),
    large_per_second: rounded(median(large), 0),
    ratio: rounded(median(small) / median(large), 2),
  });
  return {
    bench: 'growth',
    orders: { small: options.small, large: options.large },
    clients: CLIENTS,
    purchase: summary(rates.purchase),
    stock: summary(rates.stock),
  };
}
