/** A site that stops does not begin to ask the provider of payments, which may take long to answer. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Services } from '#server/kernel/services.ts';
import { settleDue } from '#server/plugins/payments/port.ts';
import { callerOf } from '#tests/harness/owner.ts';
import { newHolder, ownServices } from '#tests/harness/procedures.ts';

const plain = ownServices(0);

test('what is due when the site stops is left to the next start, and looked at then', async () => {
  const services: Services = { ...plain(), env: { ...plain().env, PAYMENTS: 'sandbox' } };
  const { principal } = await newHolder(services, 100);
  const caller = callerOf(services, principal);
  const { payment_id: id } = await caller.payments.topUp({ key: randomUUID(), amount: 20, language: 'en' });
  const due = new Date(Date.now() - 60_000);
  await services.db.prisma.payment.update({ where: { id }, data: { nextLookAt: due } });
  await settleDue(services, AbortSignal.abort());
  expect(await services.db.prisma.payment.findUniqueOrThrow({ where: { id } })).toMatchObject({
    nextLookAt: due,
    lookedAt: null,
  });
  await settleDue(services, new AbortController().signal);
  expect((await services.db.prisma.payment.findUniqueOrThrow({ where: { id } })).lookedAt).not.toBeNull();
});
