/** Movements of balances by support's hand: every query of what was proposed, and of what was done. The money itself moves in billing. */
import type { AdjustmentState } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';

/** A movement, done or proposed. */
export interface AdjustmentRow {
  id: number;
  account_id: AccountId;
  /** Signed: what the customer gains is positive. */
  amount_cents: Cents;
  note: string | null;
  reason: string;
  state: AdjustmentState;
  proposed_by: AccountId;
  proposed_at: Date;
}

const COLUMNS = 'id, account_id, amount_cents, note, reason, state, proposed_by, proposed_at';

const byKeyStatement = statement<AdjustmentRow, [string]>(
  'support.adjustment_of_request',
  `SELECT ${COLUMNS} FROM adjustments WHERE request_key = $1`,
);

/** What a request made before, or null. */
export async function ofRequest(tx: Transaction, requestKey: string): Promise<AdjustmentRow | null> {
  return (await tx.run(byKeyStatement, requestKey))[0] ?? null;
}

const movedStatement = statement<{ moved_cents: number }, [AccountId, AccountId, number]>(
  'support.moved_alone',
  `SELECT coalesce(sum(abs(amount_cents)), 0)::bigint AS moved_cents FROM adjustments
   WHERE state = 'alone' AND account_id = $1 AND proposed_by = $2 AND proposed_at > now() - make_interval(secs => $3)`,
);

/** Cents that somebody moved of an account alone within the last seconds, signs left out. The lock on the account's money keeps it so. */
export async function movedAlone(tx: Queryable, accountId: AccountId, by: AccountId, seconds: number): Promise<number> {
  const [row] = await tx.run(movedStatement, accountId, by, seconds);
  if (!row) throw new Error('an aggregate returned no row');
  return row.moved_cents;
}

const insertStatement = statement<
  { id: number },
  [AccountId, Cents, string | null, string, AdjustmentState, string, AccountId, number | null]
>(
  'support.add_adjustment',
  `INSERT INTO adjustments (account_id, amount_cents, note, reason, state, request_key, proposed_by, ledger_seq)
   VALUES ($1, $2, $3, $4, $5::"AdjustmentState", $6, $7, $8) RETURNING id`,
);

/** Writes a movement that was made (`ledgerSeq` of its entry), or a proposal of one (null). @returns its id. */
export async function insertAdjustment(
  tx: Transaction,
  adjustment: {
    accountId: AccountId;
    amountCents: Cents;
    note: string | null;
    reason: string;
    requestKey: string;
    by: AccountId;
    ledgerSeq: number | null;
  },
): Promise<number> {
  const { accountId, amountCents, note, reason, requestKey, by, ledgerSeq } = adjustment;
  const state = ledgerSeq === null ? 'open' : 'alone';
  const [row] = await tx.run(insertStatement, accountId, amountCents, note, reason, state, requestKey, by, ledgerSeq);
  if (!row) throw new Error('an INSERT returned no row');
  return row.id;
}

const findStatement = statement<AdjustmentRow, [number]>(
  'support.adjustment',
  `SELECT ${COLUMNS} FROM adjustments WHERE id = $1`,
);

/** A movement as it is just now; null where there is none such. */
export async function findAdjustment(db: Queryable, id: number): Promise<AdjustmentRow | null> {
  return (await db.run(findStatement, id))[0] ?? null;
}

const holdStatement = statement<AdjustmentRow, [number]>(
  'support.hold_adjustment',
  `SELECT ${COLUMNS} FROM adjustments WHERE id = $1 FOR UPDATE`,
);

/** The same, kept from others until the transaction ends. Lock the account's money first. */
export async function holdAdjustment(tx: Transaction, id: number): Promise<AdjustmentRow | null> {
  return (await tx.run(holdStatement, id))[0] ?? null;
}

const decideStatement = statement<object, [number, AdjustmentState, AccountId, number | null]>(
  'support.decide_adjustment',
  `UPDATE adjustments SET state = $2::"AdjustmentState", decided_by = $3, decided_at = now(), ledger_seq = $4 WHERE id = $1`,
);

/** Writes what became of a proposal. @param ledgerSeq of the entry of an approved one. */
export async function decide(
  tx: Transaction,
  id: number,
  state: 'approved' | 'declined' | 'withdrawn',
  by: AccountId,
  ledgerSeq: number | null,
): Promise<void> {
  await tx.run(decideStatement, id, state, by, ledgerSeq);
}

const openStatement = statement<AdjustmentRow, [AccountId | null]>(
  'support.open_adjustments',
  `SELECT ${COLUMNS} FROM adjustments WHERE state = 'open' AND ($1::int IS NULL OR account_id = $1) ORDER BY id`,
);

/** Proposals that wait for somebody, oldest first. @param accountId of one account, or null for all. */
export function openAdjustments(db: Queryable, accountId: AccountId | null): Promise<AdjustmentRow[]> {
  return db.run(openStatement, accountId);
}
