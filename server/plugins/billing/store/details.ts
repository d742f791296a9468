/** The billing details that the next invoice names. */
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';

interface DetailsRow {
  legal_name: string | null;
  address_lines: string | null;
  country_code: string | null;
  vat_id: string | null;
}

const detailsStatement = statement<DetailsRow, [AccountId]>(
  'billing.details',
  'SELECT legal_name, address_lines, country_code, vat_id FROM billing_accounts WHERE account_id = $1',
);

/** What the account gave; null where it has no books yet. */
export async function billingDetails(db: Queryable, accountId: AccountId): Promise<DetailsRow | null> {
  const [row] = await db.run(detailsStatement, accountId);
  return row ?? null;
}

const forgetStatement = statement<object, [AccountId]>(
  'billing.forget_details',
  'UPDATE billing_accounts SET legal_name = NULL, address_lines = NULL, country_code = NULL, vat_id = NULL WHERE account_id = $1',
);

export async function forgetBillingDetails(tx: Transaction, accountId: AccountId): Promise<void> {
  await tx.run(forgetStatement, accountId);
}
