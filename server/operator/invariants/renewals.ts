/** Invariants of renewals: what was prolonged was paid for, and nothing else was. */
import type { Invariant } from './invariant.ts';

export const renewalInvariants: readonly Invariant[] = [
  {
    rule: 'renewal_adds_up',
    says: 'A renewal has as many proxies as it says, of its own account, which cost its total.',
    sql: `SELECT format('renewal %s of account %s, %s proxies, %s cents: %s proxies, %s cents', renewal.id, renewal.account_id, qty,
                        total_cents, coalesce(renewed.proxies, 0), coalesce(renewed.total, 0)) AS detail
          FROM renewals renewal
          LEFT JOIN (SELECT renewal_id, count(*) AS proxies, sum(unit_price_cents) AS total, min(account_id) AS first_account,
                            max(account_id) AS last_account
                     FROM renewal_proxies LEFT JOIN proxies ON proxies.id = proxy_id GROUP BY 1) renewed ON renewal_id = renewal.id
          WHERE (renewed.proxies, renewed.total, first_account, last_account)
            IS DISTINCT FROM (qty::bigint, total_cents::bigint, renewal.account_id, renewal.account_id)`,
  },
  {
    rule: 'renewal_debited_once',
    says: 'Every renewal has exactly one debit, of its total, from its own account.',
    sql: `SELECT format('renewal %s of account %s, %s cents: %s debits, %s cents', renewals.id, renewals.account_id, total_cents,
                        coalesce(debit.entries, 0), coalesce(debit.total, 0)) AS detail
          FROM renewals
          LEFT JOIN (SELECT renewal_id, count(*) AS entries, -sum(amount_cents) AS total, min(account_id) AS account_id
                     FROM ledger_entries WHERE kind = 'renewal' GROUP BY 1) debit ON debit.renewal_id = renewals.id
          WHERE debit.entries IS DISTINCT FROM 1 OR debit.total <> total_cents OR debit.account_id <> renewals.account_id`,
  },
  {
    rule: 'debit_has_renewal',
    says: 'Every debit of a renewal, and every entry that names one, belongs to a renewal of the same account.',
    sql: `SELECT format('account %s: %s entry %s names renewal %s', entry.account_id, kind, seq,
                        coalesce(renewal_id::text, 'none')) AS detail
          FROM ledger_entries entry LEFT JOIN renewals ON renewals.id = entry.renewal_id
          WHERE (kind = 'renewal' OR renewal_id IS NOT NULL) AND renewals.account_id IS DISTINCT FROM entry.account_id`,
  },
  {
    rule: 'renewal_invoiced_once',
    says: 'Every renewal has exactly one invoice, of its total, to its own account.',
    sql: `SELECT format('renewal %s of account %s, %s cents: %s invoices, %s cents', renewals.id, renewals.account_id, total_cents,
                        coalesce(invoice.documents, 0), coalesce(invoice.gross, 0)) AS detail
          FROM renewals
          LEFT JOIN (SELECT renewal_id, count(*) AS documents, sum(gross_cents) AS gross, min(account_id) AS account_id
                     FROM invoices WHERE renewal_id IS NOT NULL AND kind = 'invoice' GROUP BY 1) invoice ON invoice.renewal_id = renewals.id
          WHERE invoice.documents IS DISTINCT FROM 1 OR invoice.gross <> total_cents OR invoice.account_id <> renewals.account_id`,
  },
  {
    rule: 'renewals_follow_one_another',
    says: 'A proxy is valid for its first time, then for that of each renewal without a gap, and ends with the last.',
    sql: `SELECT format('proxy %s, valid from %s to %s: renewed from %s to %s after %s', proxy.id, created_at, expires_at, valid_from,
                        valid_until, end_before) AS detail
          FROM (SELECT proxy_id, valid_from, valid_until, proxies.id, created_at, expires_at,
                       coalesce(lag(valid_until) OVER periods, created_at + (SELECT proxy_validity FROM facts)) AS end_before,
                       lead(valid_from) OVER periods IS NULL AS is_last
                FROM renewal_proxies LEFT JOIN proxies ON proxies.id = proxy_id
                WINDOW periods AS (PARTITION BY proxy_id ORDER BY valid_from)) AS proxy
          WHERE id IS NULL OR valid_from <> end_before OR valid_until <> valid_from + (SELECT proxy_validity FROM facts)
             OR is_last AND valid_until <> expires_at
          UNION ALL
          SELECT format('proxy %s: valid from %s to %s, never renewed', id, created_at, expires_at)
          FROM proxies
          WHERE expires_at > created_at + (SELECT proxy_validity FROM facts)
            AND NOT EXISTS (SELECT FROM renewal_proxies WHERE proxy_id = proxies.id)`,
  },
];
