/** The account's own details for invoices: who buys, and where. */
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';

/** What the next invoice says of the buyer. The address is one text with line breaks, the country ISO 3166-1. */
export interface BillingDetails {
  legal_name: string | null;
  address_lines: string | null;
  country_code: string | null;
  vat_id: string | null;
}

const buyerStatement = statement<BillingDetails, [AccountId]>(
  'billing.buyer',
  'SELECT legal_name, address_lines, country_code, vat_id FROM billing_accounts WHERE account_id = $1',
);

/** What the account gave of itself for invoices; all null where it gave nothing. */
export async function buyer(db: Queryable, accountId: AccountId): Promise<BillingDetails> {
  const [row] = await db.run(buyerStatement, accountId);
  return row ?? { legal_name: null, address_lines: null, country_code: null, vat_id: null };
}

const writeStatement = statement<object, [AccountId, string | null, string | null, string | null, string | null]>(
  'billing.set_details',
  `INSERT INTO billing_accounts (account_id, legal_name, address_lines, country_code, vat_id) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (account_id) DO UPDATE SET legal_name = excluded.legal_name, address_lines = excluded.address_lines,
     country_code = excluded.country_code, vat_id = excluded.vat_id`,
);

/** Changes what the next invoice says of the buyer; those that were issued stay as they are. */
export async function setDetails(db: Queryable, accountId: AccountId, change: BillingDetails): Promise<void> {
  await db.run(writeStatement, accountId, change.legal_name, change.address_lines, change.country_code, change.vat_id);
}

const forgetStatement = statement<object, [AccountId]>(
  'billing.forget_details',
  `UPDATE billing_accounts SET legal_name = NULL, address_lines = NULL, country_code = NULL, vat_id = NULL, low_balance_cents = NULL
   WHERE account_id = $1`,
);

/** Erases the details, and the amount below which somebody was to be warned; invoices keep what they froze, as the law asks. */
export async function forgetDetails(tx: Transaction, accountId: AccountId): Promise<void> {
  await tx.run(forgetStatement, accountId);
}
