/** Payments on hold: support closes them, and from then on nothing that the provider says moves money by them. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { auditOf, newSupporter, refusalOf } from '#tests/harness/desk.ts';
import { closingPayment } from '#tests/harness/locks.ts';
import { balanceOf, beginTopUp, deliver, movementsOf, payingSite, paymentOf } from '#tests/harness/payments.ts';
import { newSession, type Session } from '#tests/harness/session.ts';

const site = payingSite();
const reason = 'given back in the provider’s dashboard';

/** A payment of which only one euro came in. */
async function held() {
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 50);
  site().stripe.pay(checkout, { received: 100 });
  expect(await deliver(site(), site().stripe.message('checkout.session.completed', checkout))).toBe(200);
  return { session, id, checkout };
}

const holdsOf = async (session: Session) => (await session.query('accounts.holds')).data as { kind: string }[];

test('it stands at the desk until it is closed; that is in the audit, the customer is told, and his account is free', async () => {
  const { session, id } = await held();
  const { desk, principal } = await newSupporter(site());
  const listed = (await desk.settlement.paymentsOnHold()).payments.find((payment) => payment.payment_id === id);
  expect(listed).toMatchObject({ email: session.email, amount: 50, because: '€1.00 came in', provider: 'stripe' });
  expect((await holdsOf(session)).map(({ kind }) => kind)).toContain('payments');

  await desk.settlement.closePayment({ payment_id: id, reason });
  expect((await desk.settlement.paymentsOnHold()).payments.map(({ payment_id }) => payment_id)).not.toContain(id);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'closed' });
  expect((await holdsOf(session)).map(({ kind }) => kind)).not.toContain('payments');
  expect(await auditOf(site(), { accountId: session.accountId })).toMatchObject([
    { action: 'payments.close', actorId: principal.accountId, reason, before: { state: 'held' }, after: { state: 'closed' } },
  ]);
  expect(await refusalOf(desk.settlement.closePayment({ payment_id: id, reason }))).toBe('NOT_FOUND');
  expect(await refusalOf(desk.settlement.closePayment({ payment_id: randomUUID(), reason }))).toBe('NOT_FOUND');
});

test('what the provider says after that credits nothing, also where it is what was asked for', async () => {
  const { session, id, checkout } = await held();
  const { desk } = await newSupporter(site());
  await desk.settlement.closePayment({ payment_id: id, reason });
  site().stripe.pay(checkout);
  expect(await deliver(site(), site().stripe.message('checkout.session.async_payment_succeeded', checkout))).toBe(200);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'closed' });
  expect(await movementsOf(site(), id)).toEqual([]);
  expect(await balanceOf(session)).toBe(100);
});

test('a look that was made before it was closed is thrown away', async () => {
  const { session, id, checkout } = await held();
  site().stripe.pay(checkout);
  const closing = await closingPayment(site(), id);
  const delivered = deliver(site(), site().stripe.message('checkout.session.completed', checkout));
  await closing.waitedFor();
  await closing.commit();
  expect(await delivered).toBe(200);
  expect(await movementsOf(site(), id)).toEqual([]);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'closed' });
});

test('nobody closes his own, nor one that is not on hold', async () => {
  const { desk, principal } = await newSupporter(site());
  const { payment } = site().services.db.prisma;
  const row = { accountId: principal.accountId, provider: 'stripe', amountCents: cents(500) };
  const own = { ...row, id: randomUUID(), attemptKey: randomUUID(), state: 'held', heldBecause: '€0.01 came in' } as const;
  await payment.create({ data: own });
  expect(await refusalOf(desk.settlement.closePayment({ payment_id: own.id, reason }))).toBe('FORBIDDEN');
  expect((await payment.findUniqueOrThrow({ where: { id: own.id } })).closedAt).toBeNull();
  const { id } = await beginTopUp(site(), await newSession(site()), 20);
  expect(await refusalOf(desk.settlement.closePayment({ payment_id: id, reason }))).toBe('NOT_FOUND');
});
