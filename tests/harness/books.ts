/** Movements put into an account's ledger by hand, for tests that need many, or some that lie in the past. */
import type { AccountId } from '#server/kernel/ids.ts';
import type { Site } from './site.ts';

/** Adds `count` credits of one cent, an hour apart from `start` on. */
export async function putCredits({ services }: Site, accountId: AccountId, count: number, start: Date): Promise<void> {
  await services.db.prisma.$executeRaw`
    WITH account AS (
      SELECT account_id, ledger_seq AS seq, balance_cents AS balance FROM billing_accounts WHERE account_id = ${accountId}
    ), entry AS (
      INSERT INTO ledger_entries (account_id, seq, previous_seq, kind, amount_cents, balance_before_cents, balance_after_cents, created_at)
      SELECT account_id, seq + nth, seq + nth - 1, 'credit', 1, balance + nth - 1, balance + nth,
             ${start}::timestamptz + (nth - 1) * interval '1 hour'
      FROM account, generate_series(1, ${count}::int) AS nth
    )
    UPDATE billing_accounts SET ledger_seq = ledger_seq + ${count}::int, balance_cents = balance_cents + ${count}::int
    WHERE account_id = ${accountId}`;
}
