/** A delivery that support decided, where no job goes on with it: pressed again, it comes to its end as it was decided. */
import { expect, test } from 'vitest';
import { deliverNow, refund } from '#server/plugins/orders/port.ts';
import { claimFailed, decide } from '#server/plugins/orders/store/fulfilments.ts';
import { putFailedOrder } from '#tests/harness/orders.ts';
import { newHolder, ownServices } from '#tests/harness/procedures.ts';
import { newKey } from '#tests/harness/reseller.ts';
import { newStaff } from '#tests/harness/staff.ts';

const services = ownServices(20);

async function failedOrder() {
  const { principal } = await newHolder(services(), 10_000);
  const staff = await newStaff(services());
  const orderId = await putFailedOrder({ services: services() }, principal, { key: newKey(), country: 'fr', qty: 2 });
  return { orderId, actorId: staff.accountId };
}

const auditOf = (orderId: number) =>
  services().db.prisma.auditEntry.findMany({ where: { subjectKind: 'order', subjectId: String(orderId) } });

test('what a process left behind that died is gone on with, once, under its first reason', async () => {
  const { orderId, actorId } = await failedOrder();
  await services().db.transaction(async (tx) => {
    await claimFailed(tx, orderId, { leaseSeconds: 0, giveUpSeconds: 0 });
    await decide(tx, orderId, 'the first reason', actorId);
  });
  expect(await refund(services(), { orderId, actorId, reason: 'rather not' })).toEqual({ outcome: 'not_failed' });
  const again = { orderId, actorId, reason: 'pressed again' };
  const outcomes = await Promise.all([deliverNow(services(), again), deliverNow(services(), again)]);
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['delivered', 'not_failed']);
  expect(await auditOf(orderId)).toMatchObject([{ action: 'settlement.deliver', reason: 'the first reason' }]);
  expect(await services().db.prisma.proxy.count({ where: { orderId } })).toBe(2);
});

test('a decision that the audit would not keep is refused before anybody is asked, and the order waits on', async () => {
  const { orderId, actorId } = await failedOrder();
  await expect(deliverNow(services(), { orderId, actorId, reason: 'ok' })).rejects.toThrow('fulfilments_delivering');
  expect(await deliverNow(services(), { orderId, actorId, reason: 'a reason' })).toEqual({ outcome: 'delivered' });
});
