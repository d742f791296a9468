/** Invariants of payments: each is credited as often, and given back as much, as it says. */
import type { Invariant } from './invariant.ts';

export const paymentInvariants: readonly Invariant[] = [
  {
    rule: 'payment_credited_once',
    says: 'Every payment that was paid has exactly one credit, of its amount, in its own account, and no other payment has one.',
    sql: `SELECT format('payment %s of account %s, %s, %s cents: %s credits, %s cents', payment.id, payment.account_id, state,
                        amount_cents, coalesce(credit.entries, 0), coalesce(credit.total, 0)) AS detail
          FROM payments payment
          LEFT JOIN (SELECT payment_id, count(*) AS entries, sum(amount_cents) AS total, min(account_id) AS account_id
                     FROM ledger_entries WHERE kind = 'top_up' GROUP BY 1) credit ON credit.payment_id = payment.id
          WHERE coalesce(credit.entries, 0) <> CASE state WHEN 'paid' THEN 1 ELSE 0 END
             OR coalesce(credit.total, 0) <> credited_cents OR credited_cents <> CASE state WHEN 'paid' THEN amount_cents ELSE 0 END
             OR credit.account_id <> payment.account_id`,
  },
  {
    rule: 'payment_taken_back_as_booked',
    says: 'What was refunded and charged back of a payment is what the ledger says, and never more than was credited.',
    sql: `SELECT format('payment %s: %s of %s refunded, %s charged back, ledger: %s and %s (cents)', id, refunded_cents, credited_cents,
                        charged_back_cents, coalesce(refunded, 0), coalesce(charged_back, 0)) AS detail
          FROM payments
          LEFT JOIN (SELECT payment_id,
                            -sum(amount_cents) FILTER (WHERE kind IN ('top_up_refund', 'top_up_refund_failed')) AS refunded,
                            -sum(amount_cents) FILTER (WHERE kind IN ('chargeback', 'chargeback_reversed')) AS charged_back
                     FROM ledger_entries WHERE payment_id IS NOT NULL GROUP BY 1) booked ON payment_id = id
          WHERE coalesce(refunded, 0) <> refunded_cents OR coalesce(charged_back, 0) <> charged_back_cents
             OR refunded_cents + charged_back_cents > credited_cents`,
  },
  {
    rule: 'payment_entry_has_payment',
    says: 'Every entry of a top-up, its refund or its chargeback names a payment of the same account, and no other entry does.',
    sql: `SELECT format('account %s: %s entry %s names payment %s', entry.account_id, kind, seq,
                        coalesce(payment_id::text, 'none')) AS detail
          FROM ledger_entries entry LEFT JOIN payments ON payments.id = payment_id
          WHERE (kind IN ('top_up', 'top_up_refund', 'top_up_refund_failed', 'chargeback', 'chargeback_reversed'))
                <> (payment_id IS NOT NULL)
             OR payment_id IS NOT NULL AND payments.account_id IS DISTINCT FROM entry.account_id`,
  },
  {
    rule: 'payment_event_not_stuck',
    says: "A payment provider's message is about a payment that exists, and is processed within a day.",
    sql: `SELECT format('event %s of %s about payment %s, received %s', event.id, event.provider, payment_id, received_at) AS detail
          FROM payment_events event LEFT JOIN payments ON payments.id = payment_id
          WHERE payments.id IS NULL
             OR processed_at IS NULL AND received_at < (SELECT now FROM facts) - interval '1 day'`,
  },
];
