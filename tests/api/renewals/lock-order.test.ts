/** Whatever changes many proxies at once locks them in the order of their ids, as a renewal does: two of them never wait for each other. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TaskId } from '#server/kernel/ids.ts';
import { resetPasswords } from '#server/plugins/proxies/port.ts';
import { type Holder, newHolder, ownServices } from '#tests/harness/procedures.ts';

const services = ownServices(100);

/** Three proxies, of which the one with the greatest id was written before the one with the least. */
async function crossed(holder: Holder) {
  const bought = await holder.buy('fr', 40);
  const inOrder = bought.toSorted();
  const last = bought.find((id) => inOrder.indexOf(id) > 20) ?? '';
  const first = inOrder.find((id) => bought.indexOf(id) > bought.indexOf(last)) ?? '';
  const between = inOrder.find((id) => id > first && id < last) ?? '';
  return { first, between, last };
}

test.each([
  ['auto-renew', (holder: Holder, ids: string[]) => holder.call.proxies.autoRenew({ proxies: { ids }, on: true })],
  [
    'a reset of many',
    (holder: Holder, ids: string[]) => resetPasswords(services(), holder.principal.accountId, ids, 1 as TaskId),
  ],
])('%s and a renewal of the same proxies both succeed', async (_what, change) => {
  const holder = await newHolder(services(), 1_000_00);
  const { first, between, last } = await crossed(holder);
  const proxies = { ids: [first, between, last] };
  const { total_cents, qty } = await holder.call.renewals.quote({ proxies });
  const { prisma } = services().db;
  const waiting = () =>
    prisma.$queryRaw`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
  let both: Promise<unknown> = Promise.resolve();
  await prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT FROM proxies WHERE id = ${between} FOR UPDATE`;
      const renewed = holder.call.renewals.renew({ proxies, key: randomUUID(), total_cents, qty });
      both = Promise.all([renewed]);
      await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1);
      both = Promise.all([renewed, change(holder, [last, first])]);
      await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(2);
    },
    { maxWait: 30_000, timeout: 60_000 },
  );
  await both;
});
