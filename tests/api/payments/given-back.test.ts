/** What goes back to the payer: refunds and disputes leave the balance as they should, below zero where the money was spent. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import { balanceOf, beginTopUp, deliver, movementsOf, payingSite, paymentOf } from '#tests/harness/payments.ts';
import { newSession, type Session } from '#tests/harness/session.ts';

const site = payingSite({ stock: 20 });

async function paid(session: Session, euros: number) {
  const begun = await beginTopUp(site(), session, euros);
  site().stripe.pay(begun.checkout);
  expect(await deliver(site(), site().stripe.message('checkout.session.completed', begun.checkout))).toBe(200);
  return begun;
}

const buy = (session: Session) => session.mutate('orders.buy', { idempotencyKey: `site-${randomUUID()}`, country: 'fr', qty: 1 });

test('refunds are taken from the balance as they come, each once, and one that failed comes back', async () => {
  const { stripe } = site();
  const session = await newSession(site());
  const { id, checkout } = await paid(session, 60);
  for (const [cents, type] of [
    [1_000, 'charge.refunded'],
    [1_000, 'refund.updated'],
    [6_000, 'refund.created'],
    [1_000, 'refund.failed'],
  ] as const) {
    stripe.refund(checkout, cents);
    expect(await deliver(site(), stripe.message(type, checkout))).toBe(200);
  }
  expect(await movementsOf(site(), id)).toEqual([
    ['top_up', 60],
    ['top_up_refund', -10],
    ['top_up_refund', -50],
    ['top_up_refund_failed', 50],
  ]);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'partly_refunded', refunded: 10 });
  expect(await balanceOf(session)).toBe(150);
});

test('a dispute takes what was credited, and brings it back once it is won, in whichever order that is told', async () => {
  const { stripe } = site();
  const session = await newSession(site());
  const { id, checkout } = await paid(session, 60);
  const dispute = stripe.dispute(checkout, 6_000);
  const withdrawn = stripe.message('charge.dispute.funds_withdrawn', checkout);
  expect(await deliver(site(), stripe.message('charge.dispute.created', checkout))).toBe(200);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'disputed', charged_back: 60 });
  expect(await balanceOf(session)).toBe(100);
  dispute.status = 'won';
  expect(await deliver(site(), stripe.message('charge.dispute.closed', checkout))).toBe(200);
  expect(await deliver(site(), withdrawn)).toBe(200);
  expect(await movementsOf(site(), id)).toEqual([
    ['top_up', 60],
    ['chargeback', -60],
    ['chargeback_reversed', 60],
  ]);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'paid', charged_back: 0 });
  expect(await balanceOf(session)).toBe(160);
});

test('an inquiry takes nothing, and a dispute of more than was left takes no more than was credited', async () => {
  const { stripe } = site();
  const session = await newSession(site());
  const { id, checkout } = await paid(session, 60);
  const dispute = stripe.dispute(checkout, 6_000);
  dispute.status = 'warning_needs_response';
  expect(await deliver(site(), stripe.message('charge.dispute.created', checkout))).toBe(200);
  expect(await balanceOf(session)).toBe(160);
  stripe.refund(checkout, 2_000);
  dispute.status = 'lost';
  expect(await deliver(site(), stripe.message('charge.dispute.closed', checkout))).toBe(200);
  expect(await movementsOf(site(), id)).toEqual([
    ['top_up', 60],
    ['top_up_refund', -20],
    ['chargeback', -40],
  ]);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'charged_back' });
});

test('a chargeback of money that was spent leaves a debt: nothing can be bought, and the next money pays it first', async () => {
  const { stripe, services } = site();
  const session = await newSession(site());
  const { id, checkout } = await paid(session, 60);
  await adjustBalance(services.db, session.accountId, cents(-158_00), 'Spent');
  stripe.dispute(checkout, 6_000);
  expect(await deliver(site(), stripe.message('charge.dispute.created', checkout))).toBe(200);
  expect(await balanceOf(session)).toBe(-58);
  expect((await movementsOf(site(), id)).at(-1)).toEqual(['chargeback', -60]);
  expect(await buy(session)).toMatchObject({ status: 402 });
  await expect(adjustBalance(services.db, session.accountId, cents(-1), 'More')).rejects.toThrow();

  await paid(session, 20);
  expect(await balanceOf(session)).toBe(-38);
  expect(await buy(session)).toMatchObject({ status: 402 });
  await paid(session, 100);
  expect(await balanceOf(session)).toBe(62);
  expect(await buy(session)).toMatchObject({ status: 200 });
});

test('a balance cannot be spent below zero past the code, either', async () => {
  const session = await newSession(site());
  const write = site().services.db.prisma.$executeRaw`
    WITH entry AS (
      INSERT INTO ledger_entries (account_id, seq, previous_seq, kind, amount_cents, balance_before_cents, balance_after_cents)
      SELECT account_id, ledger_seq + 1, ledger_seq, 'debit', -balance_cents - 1, balance_cents, -1
      FROM billing_accounts WHERE account_id = ${session.accountId}
    )
    UPDATE billing_accounts SET ledger_seq = ledger_seq + 1, balance_cents = -1 WHERE account_id = ${session.accountId}`;
  await expect(write).rejects.toThrow('ledger_entries_not_overspent');
});
