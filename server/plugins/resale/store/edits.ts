/** Edits of many lines at once, and what undoes them. */
import { type Database, type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { BookFilter } from '../schema.ts';
import { FOUND, type Found, foundValues, type WrittenChange } from './book.ts';

const foundStatement = statement<{ proxy_id: string }, [...Found, number]>(
  'resale.found',
  `SELECT proxy_id FROM resale_book WHERE ${FOUND} LIMIT $7`,
);

/** The ids of up to `limit` lines that the filter finds, in no order. */
export async function found(db: Queryable, accountId: AccountId, filter: BookFilter, limit: number): Promise<string[]> {
  return (await db.run(foundStatement, ...foundValues(accountId, filter), limit)).map((row) => row.proxy_id);
}

/** Everybody locks lines in the order of their ids, so that two edits cannot wait for each other. */
const lockStatement = statement<object, [AccountId, readonly string[]]>(
  'resale.lock',
  'SELECT FROM resale_entries WHERE account_id = $1 AND proxy_id = ANY ($2) ORDER BY proxy_id FOR UPDATE',
);

/** Whether a line differs from what `change` asks for. */
const DIFFERS = `(sale_price_cents <> (change ->> 'sale_price_cents')::int OR buyer_name <> change ->> 'buyer_name'
     OR note <> change ->> 'note' OR (change ? 'paid_on' AND paid_on IS DISTINCT FROM (change ->> 'paid_on')::date))`;

const editStatement = statement<{ changed: number }, [...Found, readonly string[], WrittenChange, string]>(
  'resale.edit',
  `WITH before AS MATERIALIZED (
     SELECT proxy_id, sale_price_cents, buyer_name, paid_on, note, change
     FROM resale_book CROSS JOIN (SELECT $8::jsonb AS change) AS asked
     WHERE ${FOUND} AND proxy_id = ANY ($7) AND ${DIFFERS}
   ), changed AS (
     UPDATE resale_entries AS entry
     SET sale_price_cents = coalesce((change ->> 'sale_price_cents')::int, entry.sale_price_cents),
         buyer_name = coalesce(change ->> 'buyer_name', entry.buyer_name),
         paid_on = CASE WHEN change ? 'paid_on' THEN (change ->> 'paid_on')::date ELSE entry.paid_on END,
         note = coalesce(change ->> 'note', entry.note),
         updated_at = now()
     FROM before WHERE entry.proxy_id = before.proxy_id
   )
   INSERT INTO resale_edits (id, account_id, change, before)
   SELECT $9, $1, $8::jsonb, jsonb_agg(to_jsonb(before) - 'change') FROM before HAVING count(*) > 0
   RETURNING jsonb_array_length(before) AS changed`,
);

/**
 * Changes those of the lines that are the account's own, that the filter finds once they are locked, and that differ from what is asked.
 * What they were is kept under `editId`. @returns how many there were.
 */
export async function edit(
  tx: Transaction,
  accountId: AccountId,
  { editId, ids, filter, change }: { editId: string; ids: readonly string[]; filter: BookFilter; change: WrittenChange },
): Promise<number> {
  await tx.run(lockStatement, accountId, ids);
  const [row] = await tx.run(editStatement, ...foundValues(accountId, filter), ids, change, editId);
  return row?.changed ?? 0;
}

interface StoredEdit {
  change: WrittenChange;
  before: readonly { proxy_id: string }[];
}

const takeEditStatement = statement<StoredEdit, [AccountId, string, number]>(
  'resale.take_edit',
  `DELETE FROM resale_edits WHERE account_id = $1 AND id = $2 AND made_at > now() - make_interval(secs => $3)
   RETURNING change, before`,
);

const restoreStatement = statement<{ proxy_id: string }, [AccountId, WrittenChange, string]>(
  'resale.restore',
  `UPDATE resale_entries AS entry
   SET sale_price_cents = CASE WHEN entry.sale_price_cents = (change ->> 'sale_price_cents')::int
                               THEN before.sale_price_cents ELSE entry.sale_price_cents END,
       buyer_name = CASE WHEN entry.buyer_name = change ->> 'buyer_name' THEN before.buyer_name ELSE entry.buyer_name END,
       paid_on = CASE WHEN change ? 'paid_on' AND entry.paid_on IS NOT DISTINCT FROM (change ->> 'paid_on')::date
                      THEN before.paid_on ELSE entry.paid_on END,
       note = CASE WHEN entry.note = change ->> 'note' THEN before.note ELSE entry.note END,
       updated_at = now()
   FROM jsonb_to_recordset($3::jsonb) AS before (proxy_id text, sale_price_cents int, buyer_name text, paid_on date, note text),
        (SELECT $2::jsonb AS change) AS asked
   WHERE entry.proxy_id = before.proxy_id AND entry.account_id = $1
   RETURNING entry.proxy_id`,
);

/**
 * Takes an edit back, once. What somebody changed again since then stays as it is now.
 * @returns how many lines it was about; null where the account has no such edit any more.
 */
export function undo(db: Database, accountId: AccountId, editId: string, withinSeconds: number): Promise<number | null> {
  return db.transaction(async (tx) => {
    const [taken] = await tx.run(takeEditStatement, accountId, editId, withinSeconds);
    if (!taken) return null;
    await tx.run(
      lockStatement,
      accountId,
      taken.before.map((line) => line.proxy_id),
    );
    return (await tx.run(restoreStatement, accountId, taken.change, JSON.stringify(taken.before))).length;
  });
}

const forgetStatement = statement<object, [number]>(
  'resale.forget_edits',
  'DELETE FROM resale_edits WHERE made_at < now() - make_interval(secs => $1)',
);

/** Removes edits that cannot be undone any more. */
export async function forgetEdits(db: Queryable, olderThanSeconds: number): Promise<void> {
  await db.run(forgetStatement, olderThanSeconds);
}
