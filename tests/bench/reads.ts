/** `bench -- balance` and `bench -- stock`: a read over the API against the same queries run straight over the driver. */
import type { Statement } from '#server/kernel/database.ts';
import { balanceStatement } from '#server/plugins/billing/store/money.ts';
import { factsStatement } from '#server/plugins/pricing/store/facts.ts';
import { availableStatement } from '#server/plugins/proxies/store/pool.ts';
import { findStatement } from '#server/plugins/reseller/store.ts';
import { supplierRules } from '#server/plugins/suppliers/rules.ts';
import { offersStatement } from '#server/plugins/suppliers/store/suppliers.ts';
import type { ScratchCluster } from '../harness/cluster.ts';
import { compare, type RoundOptions } from './compare.ts';
import { type SiteLoad, startSiteLoad } from './site-load.ts';

async function run<Row extends object, Values extends readonly unknown[]>(
  load: SiteLoad,
  { name, text }: Statement<Row, Values>,
  ...values: Values
): Promise<void> {
  await load.pool.query({ name, text, values: values as unknown as unknown[] });
}

async function compareRead(
  cluster: ScratchCluster,
  options: RoundOptions,
  route: 'balance' | 'stock',
  query: (load: SiteLoad, buyer: ReturnType<SiteLoad['nextBuyer']>) => Promise<unknown>,
) {
  options.progress('filling the database and starting the server');
  const load = await startSiteLoad(cluster, `GET /${route}`);
  try {
    return await compare(
      route,
      load,
      {
        http: { name: 'http', once: (client) => load.call(client, load.nextBuyer().head, '', 200) },
        direct: {
          name: 'direct',
          async once() {
            const buyer = load.nextBuyer();
            await run(load, findStatement, buyer.keyHash);
            await query(load, buyer);
          },
        },
      },
      options,
    );
  } finally {
    await load.stop();
  }
}

export const balance = (cluster: ScratchCluster, options: RoundOptions) =>
  compareRead(cluster, options, 'balance', (load, { accountId }) => run(load, balanceStatement, accountId));

export const stock = (cluster: ScratchCluster, options: RoundOptions) =>
  compareRead(cluster, options, 'stock', (load, { accountId }) =>
    Promise.all([
      run(load, availableStatement),
      run(load, offersStatement, supplierRules.failuresBeforeDown, supplierRules.staleSeconds),
      run(load, factsStatement, accountId, 1),
    ]),
  );
