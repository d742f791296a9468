/** `bench -- purchase`: POST /buy of one proxy against the same statements run straight over the driver. */
import { randomUUID } from 'node:crypto';
import type { ScratchCluster } from '../harness/cluster.ts';
import { compare, type RoundOptions } from './compare.ts';
import { directPurchase } from './direct-purchase.ts';
import { type SiteLoad, startSiteLoad } from './site-load.ts';

/** Statements of background jobs. */
const JOBS: ReadonlySet<string> = new Set(['reseller.keys_used', 'records.add_calls', 'records.forget_calls', 'orders.unlisted']);

const BODY = '{"country":"fr","qty":1}';

export async function purchase(cluster: ScratchCluster, options: RoundOptions) {
  options.progress('filling the database and starting the server');
  const load = await startSiteLoad(cluster, 'POST /buy');
  try {
    await assertSameStatements(cluster, load);
    return await compare(
      'purchase',
      load,
      {
        http: { name: 'http', once: (client) => buyOverHttp(load, client) },
        direct: { name: 'direct', once: () => buyDirectly(load) },
      },
      options,
    );
  } finally {
    await load.stop();
  }
}

function buyOverHttp(load: SiteLoad, client: number): Promise<void> {
  const head = `${load.nextBuyer().head}\r\nContent-Type: application/json\r\nIdempotency-Key: ${randomUUID()}`;
  return load.call(client, head, BODY, 201);
}

async function buyDirectly(load: SiteLoad): Promise<void> {
  const { accountId, keyHash } = load.nextBuyer();
  const client = await load.pool.connect();
  try {
    await directPurchase(client, { accountId, keyHash, idempotencyKey: randomUUID(), country: 'fr' });
  } finally {
    client.release();
  }
}

/** One purchase each way, with PostgreSQL logging what it executes: both must be the same, statement by statement. */
async function assertSameStatements(cluster: ScratchCluster, load: SiteLoad): Promise<void> {
  const logged = async (buy: () => Promise<void>) => {
    const before = (await cluster.log()).length;
    await buy();
    // A job of the server may run beside the purchase; its statements are not the purchase's.
    return [...(await cluster.log()).slice(before).matchAll(/ LOG: {2}(?:execute|statement:) ([\w.]+)/g)]
      .map((match) => match[1])
      .filter((name) => !JOBS.has(name ?? ''));
  };
  const setLogging = (on: string) =>
    load.pool.query(`ALTER SYSTEM SET log_statement = '${on}'`).then(() => load.pool.query('SELECT pg_reload_conf()'));
  // Twice: a connection parses a statement at its first use and only executes it from then on.
  await buyOverHttp(load, 0);
  await setLogging('all');
  await load.pool.query('SELECT pg_sleep(0.3)');
  const overHttp = await logged(() => buyOverHttp(load, 0));
  const directly = await logged(() => buyDirectly(load));
  await setLogging('none');
  await load.pool.query('SELECT pg_sleep(0.3)');
  if (overHttp.length < 10 || overHttp.join() !== directly.join()) {
    throw new Error(`the two sides do not execute the same statements:\n  HTTP   ${overHttp}\n  direct ${directly}`);
  }
}
