/** Invariants of credit notes. */
import type { Invariant } from './invariant.ts';

export const creditNoteInvariants: readonly Invariant[] = [
  {
    rule: 'credit_note_corrects_invoice',
    says: 'Every credit note, and nothing else, corrects an earlier invoice of the same account, order or renewal, and VAT rate.',
    sql: `SELECT format('%s %s corrects %s', note.kind, note.number, coalesce(invoice.number, 'nothing')) AS detail
          FROM invoices note
          LEFT JOIN invoices invoice ON invoice.account_id = note.account_id AND invoice.seq = note.corrects_seq
          WHERE CASE note.kind
                  WHEN 'invoice' THEN note.corrects_seq IS NOT NULL OR note.ledger_seq IS NOT NULL OR note.reason IS NOT NULL
                  ELSE invoice.kind IS DISTINCT FROM 'invoice' OR invoice.seq >= note.seq OR invoice.vat_rate_bp <> note.vat_rate_bp
                       OR (invoice.order_id, invoice.renewal_id) IS DISTINCT FROM (note.order_id, note.renewal_id) END`,
  },
  {
    rule: 'credit_within_invoice',
    says: 'What credit notes give back of an invoice never exceeds it, net and VAT each.',
    sql: `SELECT format('invoice %s of %s net and %s VAT: credited %s and %s (cents)', invoice.number, invoice.net_cents,
                        invoice.vat_cents, credited.net, credited.vat) AS detail
          FROM invoices invoice
          JOIN (SELECT account_id, corrects_seq AS seq, sum(net_cents) AS net, sum(vat_cents) AS vat
                FROM invoices WHERE corrects_seq IS NOT NULL GROUP BY 1, 2) credited USING (account_id, seq)
          WHERE credited.net > invoice.net_cents OR credited.vat > invoice.vat_cents`,
  },
  {
    rule: 'credit_note_paid_back',
    says: 'Every credit note has one refund in the ledger, of its amount and cause; every refund of an order or a renewal has its credit note.',
    sql: `SELECT format('credit note %s of %s: entry %s of %s (cents)', coalesce(note.number, 'none'),
                        coalesce(note.gross_cents::text, 'none'), coalesce(entry.seq::text, 'none'),
                        coalesce(entry.amount_cents::text, 'none')) AS detail
          FROM (SELECT * FROM invoices WHERE kind = 'credit_note') note
          FULL JOIN (SELECT * FROM ledger_entries WHERE kind = 'refund' AND num_nonnulls(order_id, renewal_id) > 0) entry
            ON entry.account_id = note.account_id AND entry.seq = note.ledger_seq
          WHERE note.gross_cents IS DISTINCT FROM entry.amount_cents
             OR (note.order_id, note.renewal_id) IS DISTINCT FROM (entry.order_id, entry.renewal_id)
          UNION ALL
          SELECT format('entry %s of account %s has %s credit notes', ledger_seq, account_id, count(*))
          FROM invoices WHERE ledger_seq IS NOT NULL GROUP BY account_id, ledger_seq HAVING count(*) > 1`,
  },
];
