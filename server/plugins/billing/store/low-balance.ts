/** The balance below which an account holder wants to be warned. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { type Cents, cents } from '#server/kernel/money.ts';

const readStatement = statement<{ low_balance_cents: Cents | null; balance_cents: Cents }, [AccountId]>(
  'billing.low_balance',
  'SELECT low_balance_cents, balance_cents FROM billing_accounts WHERE account_id = $1',
);

/** The threshold, null where none is set, and the balance beside it. */
export async function lowBalance(
  db: Queryable,
  accountId: AccountId,
): Promise<{ belowCents: Cents | null; balanceCents: Cents }> {
  const [row] = await db.run(readStatement, accountId);
  return { belowCents: row?.low_balance_cents ?? null, balanceCents: row?.balance_cents ?? cents(0) };
}

const setStatement = statement<object, [AccountId, Cents | null]>(
  'billing.set_low_balance',
  `INSERT INTO billing_accounts (account_id, low_balance_cents) VALUES ($1, $2)
   ON CONFLICT (account_id) DO UPDATE SET low_balance_cents = excluded.low_balance_cents`,
);

/** Sets the threshold; null switches the warning off. */
export async function setLowBalance(db: Queryable, accountId: AccountId, below: Cents | null): Promise<void> {
  await db.run(setStatement, accountId, below);
}
