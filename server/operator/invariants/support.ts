/** Invariants of what support does by hand. */
import type { Invariant } from './invariant.ts';

export const supportInvariants: readonly Invariant[] = [
  {
    rule: 'adjustment_moved_what_it_says',
    says: 'Every movement by support that was made has an entry of its own amount in the ledger of its account.',
    sql: `SELECT format('adjustment %s of account %s over %s: entry %s over %s', id, adjustment.account_id, adjustment.amount_cents, ledger_seq,
                        coalesce(entry.amount_cents::text, 'none')) AS detail
          FROM adjustments adjustment
          LEFT JOIN ledger_entries entry ON entry.account_id = adjustment.account_id AND entry.seq = ledger_seq
          WHERE state IN ('alone', 'approved')
            AND (entry.amount_cents IS DISTINCT FROM adjustment.amount_cents OR entry.kind NOT IN ('credit', 'debit'))`,
  },
  {
    rule: 'adjustment_within_what_one_may_move',
    says: 'Nobody of support moved more than 100.00 euros of an account alone within 24 hours.',
    sql: `SELECT format('account %s by %s up to adjustment %s: %s cents', account_id, proposed_by, id, moved) AS detail
          FROM (SELECT id, account_id, proposed_by,
                       sum(abs(amount_cents)) OVER (PARTITION BY account_id, proposed_by ORDER BY proposed_at
                                                    RANGE BETWEEN interval '23 hours 59 minutes' PRECEDING AND CURRENT ROW) AS moved
                FROM adjustments WHERE state = 'alone') AS summed
          WHERE moved > 10000`,
  },
  {
    rule: 'adjustment_audited',
    says: 'Every movement by support, made or proposed, stands in the audit under the name of who did it.',
    sql: `SELECT format('adjustment %s of account %s by %s', id, account_id, proposed_by) AS detail
          FROM adjustments
          WHERE NOT EXISTS (
            SELECT FROM audit_entries
            WHERE subject_kind = 'account' AND subject_id = account_id::text AND actor_id = proposed_by
              AND action IN ('accounts.adjust', 'accounts.propose_adjustment') AND after ->> 'adjustment' = adjustments.id::text)`,
  },
  {
    rule: 'locked_account_has_no_session',
    says: 'Nobody is signed in to a locked account.',
    sql: `SELECT format('account %s has %s sessions', account.id, count(*)) AS detail
          FROM accounts account JOIN sessions ON sessions.account_id = account.id
          WHERE locked_at IS NOT NULL GROUP BY account.id`,
  },
];
