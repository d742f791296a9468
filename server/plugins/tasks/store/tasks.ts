/** Tasks as their owner sees them: started, listed, cancelled, removed. */
import type { TaskStatus } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, TaskId } from '#server/kernel/ids.ts';

/** A task to be written. */
export interface NewTask {
  readonly kind: string;
  readonly input: unknown;
  readonly total: number;
  readonly key: string | null;
}

const insertStatement = statement<{ id: TaskId }, [AccountId, string, string, number, string | null, number]>(
  'tasks.insert',
  `INSERT INTO tasks (account_id, kind, input, total, key, slot)
   SELECT $1, $2, $3::jsonb, $4, $5, place.slot
   FROM generate_series(1, $6::int) AS place (slot)
   WHERE NOT EXISTS (SELECT FROM tasks taken WHERE taken.account_id = $1 AND taken.slot = place.slot)
   ORDER BY place.slot LIMIT 1
   ON CONFLICT DO NOTHING RETURNING id`,
);

const keyedStatement = statement<{ id: TaskId }, [AccountId, string, string]>(
  'tasks.keyed',
  'SELECT id FROM tasks WHERE account_id = $1 AND kind = $2 AND key = $3',
);

/** The task that a key has started; null where none is kept. */
export async function keyed(db: Queryable, accountId: AccountId, kind: string, key: string): Promise<TaskId | null> {
  return (await db.run(keyedStatement, accountId, kind, key))[0]?.id ?? null;
}

/**
 * Writes a task into a free place of its account; one with the same key is that one.
 * @returns null where `places` tasks are under way already.
 */
export async function insert(db: Queryable, accountId: AccountId, task: NewTask, places: number): Promise<TaskId | null> {
  // Whoever comes at the same moment may take the place that was free; then there is the next.
  for (let tries = 0; tries < places; tries += 1) {
    const same = task.key === null ? null : await keyed(db, accountId, task.kind, task.key);
    if (same !== null) return same;
    const input = JSON.stringify(task.input);
    const [row] = await db.run(insertStatement, accountId, task.kind, input, task.total, task.key, places);
    if (row) return row.id;
  }
  return null;
}

/** A task as its owner sees it. The columns of the file are null where it made none. */
export interface TaskRow {
  id: TaskId;
  kind: string;
  status: TaskStatus;
  done: number;
  total: number;
  result: unknown;
  problem: string | null;
  cancel_requested: boolean;
  created_at: Date;
  finished_at: Date | null;
  file_name: string | null;
  file_bytes: number | null;
}

const SHOWN = `SELECT id, kind, status, done, total, result, problem, cancel_requested, created_at, finished_at,
          file.name AS file_name, file.bytes AS file_bytes
   FROM tasks LEFT JOIN task_files file ON file.task_id = tasks.id`;

const listStatement = statement<TaskRow, [AccountId, number]>(
  'tasks.list',
  `${SHOWN} WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
);

/** The account's newest tasks. */
export function list(db: Queryable, accountId: AccountId, limit: number): Promise<TaskRow[]> {
  return db.run(listStatement, accountId, limit);
}

const getStatement = statement<TaskRow, [AccountId, number]>('tasks.get', `${SHOWN} WHERE account_id = $1 AND id = $2`);

/** A task of this account, or null where it has no such one. */
export async function get(db: Queryable, accountId: AccountId, id: number): Promise<TaskRow | null> {
  return (await db.run(getStatement, accountId, id))[0] ?? null;
}

const cancelStatement = statement<object, [AccountId, number]>(
  'tasks.cancel',
  `UPDATE tasks SET cancel_requested = true,
     status = CASE status WHEN 'waiting' THEN 'cancelled' ELSE status END,
     slot = CASE status WHEN 'waiting' THEN NULL ELSE slot END,
     finished_at = CASE status WHEN 'waiting' THEN clock_timestamp() END
   WHERE account_id = $1 AND id = $2 AND slot IS NOT NULL`,
);

/** Ends a task that waits, and asks the run of one that runs to end. One that has ended stays as it is. */
export async function cancel(db: Queryable, accountId: AccountId, id: number): Promise<void> {
  await db.run(cancelStatement, accountId, id);
}

const removeStatement = statement<object, [AccountId, readonly number[]]>(
  'tasks.remove',
  'DELETE FROM tasks WHERE account_id = $1 AND id = ANY ($2) AND slot IS NULL',
);

/** Removes tasks that have ended, with their files. */
export async function remove(db: Queryable, accountId: AccountId, ids: readonly number[]): Promise<void> {
  await db.run(removeStatement, accountId, ids);
}

const eraseStatement = statement<object, [AccountId]>('tasks.erase', 'DELETE FROM tasks WHERE account_id = $1');

/** Removes all tasks of an account, with their files; the run of one that is under way finds itself replaced, and ends. */
export async function erase(tx: Transaction, accountId: AccountId): Promise<void> {
  await tx.run(eraseStatement, accountId);
}

const forgetStatement = statement<object, [number]>(
  'tasks.forget',
  'DELETE FROM tasks WHERE finished_at < now() - make_interval(hours => $1)',
);

/** Removes what ended more than `hours` ago. */
export async function forget(db: Queryable, hours: number): Promise<void> {
  await db.run(forgetStatement, hours);
}
