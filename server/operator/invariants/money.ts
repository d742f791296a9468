/** Invariants of balances and the ledger. */
import type { Invariant } from './invariant.ts';

export const moneyInvariants: readonly Invariant[] = [
  {
    rule: 'balance_is_sum_of_ledger',
    says: 'A balance is the sum of its ledger entries.',
    sql: `SELECT format('account %s: balance %s, ledger %s (cents)', account_id, coalesce(balance_cents::text, 'none'),
                        coalesce(total::text, 'none')) AS detail
          FROM billing_accounts
          FULL JOIN (SELECT account_id, sum(amount_cents) AS total FROM ledger_entries GROUP BY 1) ledger USING (account_id)
          WHERE balance_cents IS DISTINCT FROM coalesce(total, 0)`,
  },
  {
    rule: 'balance_is_last_entry',
    says: 'A balance is what the newest ledger entry left.',
    sql: `SELECT format('account %s: balance %s at entry %s, newest entry %s leaves %s (cents)', account.account_id,
                        account.balance_cents, coalesce(account.ledger_seq::text, 'none'), coalesce(newest.seq::text, 'none'),
                        coalesce(entry.balance_after_cents::text, 'none')) AS detail
          FROM billing_accounts account
          LEFT JOIN (SELECT account_id, max(seq) AS seq FROM ledger_entries GROUP BY 1) newest USING (account_id)
          LEFT JOIN ledger_entries entry ON entry.account_id = account.account_id AND entry.seq = newest.seq
          WHERE account.ledger_seq IS DISTINCT FROM newest.seq
             OR account.balance_cents <> coalesce(entry.balance_after_cents, 0)`,
  },
  {
    rule: 'balance_not_overspent',
    says: 'No balance was ever spent below zero: only a refund or a chargeback leads there, and only money that comes in follows.',
    sql: `SELECT format('account %s: %s entry %s of %s leaves %s (cents)', account_id, kind, seq, amount_cents,
                        balance_after_cents) AS detail
          FROM ledger_entries
          WHERE balance_after_cents < 0 AND amount_cents < 0 AND kind NOT IN ('top_up_refund', 'chargeback')`,
  },
  {
    rule: 'ledger_is_a_chain',
    says: 'Ledger entries are numbered from 1 without a gap, and each begins with what the one before it left.',
    sql: `SELECT format('account %s: entry %s after %s begins with %s where %s was left (cents)', account_id, seq,
                        coalesce(seq_before::text, 'none'), balance_before_cents, left_before) AS detail
          FROM (SELECT account_id, seq, previous_seq, balance_before_cents, lag(seq) OVER entries AS seq_before,
                       coalesce(lag(balance_after_cents) OVER entries, 0) AS left_before
                FROM ledger_entries WINDOW entries AS (PARTITION BY account_id ORDER BY seq)) AS entry
          WHERE seq <> coalesce(seq_before, 0) + 1 OR previous_seq IS DISTINCT FROM seq_before
             OR balance_before_cents <> left_before`,
  },
  {
    rule: 'ledger_entry_adds_up',
    says: 'A ledger entry leaves what it found plus its amount; what is bought, debits, refunds of top-ups and chargebacks take, everything else gives.',
    sql: `SELECT format('account %s: %s entry %s of %s goes from %s to %s (cents)', account_id, kind, seq, amount_cents,
                        balance_before_cents, balance_after_cents) AS detail
          FROM ledger_entries
          WHERE balance_after_cents <> balance_before_cents + amount_cents
             OR CASE WHEN kind IN ('purchase', 'renewal', 'debit', 'top_up_refund', 'chargeback') THEN amount_cents >= 0 ELSE amount_cents <= 0 END`,
  },
  {
    rule: 'order_debited_once',
    says: 'Every order has exactly one debit, of its total, from its own account.',
    sql: `SELECT format('order %s of account %s, %s cents: %s debits, %s cents', orders.id, orders.account_id, total_cents,
                        coalesce(debit.entries, 0), coalesce(debit.total, 0)) AS detail
          FROM orders
          LEFT JOIN (SELECT order_id, count(*) AS entries, -sum(amount_cents) AS total, min(account_id) AS account_id
                     FROM ledger_entries WHERE kind = 'purchase' GROUP BY 1) debit ON debit.order_id = orders.id
          WHERE debit.entries IS DISTINCT FROM 1 OR debit.total <> total_cents OR debit.account_id <> orders.account_id`,
  },
  {
    rule: 'debit_has_order',
    says: 'Every debit of a purchase, and every entry that names an order, belongs to an order of the same account.',
    sql: `SELECT format('account %s: %s entry %s names order %s', entry.account_id, kind, seq,
                        coalesce(order_id::text, 'none')) AS detail
          FROM ledger_entries entry LEFT JOIN orders ON orders.id = entry.order_id
          WHERE (kind = 'purchase' OR order_id IS NOT NULL) AND orders.account_id IS DISTINCT FROM entry.account_id`,
  },
  {
    rule: 'refund_settles_order',
    says: 'A refunded order was given back exactly its total, and no order more than that.',
    sql: `SELECT format('order %s is %s with a total of %s, refunded: %s (cents)', orders.id, status, total_cents,
                        coalesce(refund.total, 0)) AS detail
          FROM orders
          LEFT JOIN (SELECT order_id, sum(amount_cents) AS total FROM ledger_entries WHERE kind = 'refund' GROUP BY 1) refund
            ON refund.order_id = orders.id
          WHERE coalesce(refund.total, 0) > total_cents OR (status = 'refunded' AND coalesce(refund.total, 0) <> total_cents)`,
  },
];
