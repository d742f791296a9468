/** Usage on a real PostgreSQL: every byte counts once, whatever happens to the connection. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '#server/kernel/log.ts';
import { forgetOldUsage } from '#server/plugins/proxies/port.ts';
import { type ScratchCluster, startScratchCluster } from '#tests/harness/cluster.ts';
import { type DatabaseLine, openDatabaseLine } from '#tests/harness/database-line.ts';
import { type Delivery, openDelivery } from '#tests/harness/delivery.ts';
import { clearOfMidnight } from '#tests/harness/midnight.ts';
import type { Credential } from './directory/credential.ts';
import { createUsage, type UsageWriter } from './usage.ts';

let cluster: ScratchCluster;
let delivery: Delivery;
let line: DatabaseLine;
let usage: UsageWriter;

beforeAll(async () => {
  cluster = await startScratchCluster({ fsync: 'off', synchronous_commit: 'off' });
  delivery = await openDelivery(await cluster.createDatabase('usage'));
});
afterAll(async () => {
  await delivery.close();
  await cluster.stop();
});

beforeEach(async () => {
  line = await openDatabaseLine(delivery.gatewayUrl);
  usage = createUsage({ databaseUrl: line.url, log: createLog('silent') });
});
afterEach(async () => {
  await usage.close();
  await line.close();
});

function credentialOf(proxyId: string): Credential {
  return {
    proxyId,
    accountId: 1,
    username: proxyId,
    passwordHash: Buffer.alloc(32),
    expiresAt: Date.now() + 1_000_000,
    exit: { kind: 'address', ip: '192.0.2.1' },
    open: new Set(),
    usage: { up: 0, down: 0, connections: 0 },
  };
}

/** As a tunnel does. */
function count(credential: Credential, up: number, down: number, connections = 0): void {
  credential.usage.up += up;
  credential.usage.down += down;
  credential.usage.connections += connections;
  usage.touched(credential);
}

/** Up, down and connections, over all days. */
async function written(proxyId: string): Promise<[bigint, bigint, bigint]> {
  const { _sum: sum } = await delivery.services.db.prisma.proxyUsage.aggregate({
    where: { proxyId },
    _sum: { upBytes: true, downBytes: true, connections: true },
  });
  return [sum.upBytes ?? 0n, sum.downBytes ?? 0n, sum.connections ?? 0n];
}

it('adds up over flushes, on the day in UTC', async () => {
  await clearOfMidnight();
  const { proxy_id: id } = await delivery.deliver();
  const credential = credentialOf(id);
  count(credential, 1, 5_000_000_000, 1);
  await usage.flush();
  count(credential, 10, 20, 2);
  count(credential, 100, 200);
  await usage.flush();
  await usage.flush();
  expect(await written(id)).toEqual([111n, 5_000_000_220n, 3n]);
  expect(credential.usage).toEqual({ up: 0, down: 0, connections: 0 });
  const rows = await delivery.services.db.prisma.proxyUsage.findMany({ where: { proxyId: id } });
  const today = new Date().toISOString().slice(0, 10);
  expect(rows.map(({ day }) => day.toISOString().slice(0, 10))).toEqual([today]);
});

it('counts what the credential before a reset still had, and what its tunnels say last', async () => {
  const { proxy_id: id } = await delivery.deliver();
  const [before, after] = [credentialOf(id), credentialOf(id)];
  count(before, 1, 2, 1);
  count(after, 10, 20, 1);
  await usage.flush();
  count(before, 100, 200);
  await usage.flush();
  expect(await written(id)).toEqual([111n, 222n, 2n]);
});

it.each(['before', 'after'] as const)('counts once where the connection is cut %s the batch is written', async (when) => {
  const { proxy_id: id } = await delivery.deliver();
  const credential = credentialOf(id);
  count(credential, 1, 2, 1);
  await usage.flush();
  count(credential, 10, 20, 1);
  const cut = line.cutAt('gateway_count_usage', when);
  await usage.flush();
  await cut;
  expect(await written(id)).toEqual(when === 'before' ? [1n, 2n, 1n] : [11n, 22n, 2n]);
  count(credential, 100, 200, 1);
  await usage.flush();
  expect(await written(id)).toEqual([111n, 222n, 3n]);
});

it('keeps everything while the database is away', async () => {
  const { proxy_id: id } = await delivery.deliver();
  const credential = credentialOf(id);
  line.cut();
  for (let flushes = 0; flushes < 5; flushes += 1) {
    count(credential, 1, 2, 1);
    await usage.flush();
  }
  expect(await written(id)).toEqual([0n, 0n, 0n]);
  line.mend();
  await usage.flush();
  expect(await written(id)).toEqual([5n, 10n, 5n]);
});

it('of a proxy that is gone keeps nobody else from being counted', async () => {
  const { proxy_id: id } = await delivery.deliver();
  count(credentialOf('px_gone'), 1, 2, 1);
  count(credentialOf(id), 1, 2, 1);
  await usage.flush();
  expect(await written(id)).toEqual([1n, 2n, 1n]);
});

it('of more proxies than a batch holds, and of two entry points at once, is all there', async () => {
  const { proxy_id: id } = await delivery.deliver();
  const other = createUsage({ databaseUrl: delivery.gatewayUrl, log: createLog('silent') });
  const [one, two] = [credentialOf(id), credentialOf(id)];
  for (let n = 0; n < 12_000; n += 1) count(credentialOf(`px_gone_${n}`), 1, 1, 1);
  count(one, 1, 2, 1);
  Object.assign(two.usage, { up: 10, down: 20, connections: 1 });
  other.touched(two);
  await Promise.all([usage.flush(), other.close()]);
  expect(await written(id)).toEqual([11n, 22n, 2n]);
});

it('is forgotten after 90 days, and entry points that have gone after two', async () => {
  await clearOfMidnight();
  const { proxy_id: id } = await delivery.deliver();
  await delivery.sql(
    `INSERT INTO proxy_usage SELECT $1, (now() AT TIME ZONE 'UTC')::date - days, 1, 1, 1 FROM unnest(ARRAY[0, 30, 90, 91, 400]) AS days`,
    id,
  );
  await delivery.sql(`INSERT INTO gateway_flushes VALUES ('gone', 7, now() - interval '3 days'), ('here', 7, now())`);
  await forgetOldUsage(delivery.services);
  expect(await written(id)).toEqual([3n, 3n, 3n]);
  const { prisma } = delivery.services.db;
  expect(await prisma.gatewayFlush.findMany({ where: { sequence: 7 } })).toMatchObject([{ gateway: 'here' }]);
});
