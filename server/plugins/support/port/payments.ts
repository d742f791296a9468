/** Payments on hold: what came in otherwise than asked for is closed here, and then given back or credited by people. */
import { TRPCError } from '@trpc/server';
import type { AccountId } from '#server/kernel/ids.ts';
import { toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { emailsOf } from '../../accounts/port.ts';
import { closeHeld, countHeldPayments, heldPayments } from '../../payments/port.ts';
import { audit } from '../store/audit.ts';
import { notOneself } from './account-changes.ts';

/** Payments that the desk shows; what is newer comes up when older ones are closed. */
const MOST_HELD = 200;

/** Payments on hold, the oldest first, and how many there are in all. Amounts in euros; `email` is empty where the account was deleted. */
export async function paymentsOnHold({ db }: Services) {
  const [held, total] = await Promise.all([heldPayments(db, MOST_HELD), countHeldPayments(db)]);
  const emails = await emailsOf(
    db,
    held.map((payment) => payment.account_id),
  );
  const payments = held.map((payment) => ({
    payment_id: payment.id,
    account_id: payment.account_id as number,
    email: emails.get(payment.account_id) ?? '',
    amount: toEuros(payment.amount_cents),
    because: payment.held_because,
    provider: payment.provider,
    provider_reference: payment.provider_reference,
    created_at: payment.created_at.toISOString(),
  }));
  return { payments, total };
}

/**
 * Closes a payment on hold: no money moves here, and none by anything that the provider says of it from now on.
 * @throws NOT_FOUND where it is not on hold, or not any more; FORBIDDEN for one's own.
 */
export async function closePayment(
  { db }: Services,
  { actorId, paymentId, reason }: { actorId: AccountId; paymentId: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const payment = await closeHeld(tx, paymentId);
    if (!payment) throw new TRPCError({ code: 'NOT_FOUND', message: 'This payment is not on hold, or not any more.' });
    notOneself({ actorId, accountId: payment.account_id });
    await audit(tx, {
      actorId,
      action: 'payments.close',
      subject: { kind: 'account', id: payment.account_id },
      reason,
      before: { payment: payment.id, state: 'held', because: payment.held_because, amount_cents: payment.amount_cents },
      after: { payment: payment.id, state: 'closed' },
    });
  });
}
