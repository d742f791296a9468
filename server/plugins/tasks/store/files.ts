/** Files that tasks made, in pieces. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId, TaskId } from '#server/kernel/ids.ts';

/** Which run writes. */
export interface Writer {
  readonly id: TaskId;
  readonly runner: string;
}

/** The task while this run is its run; nobody takes it over before the statement is done. */
const OWN = `SELECT id FROM tasks WHERE id = $1 AND runner = $2::uuid FOR SHARE`;

const clearStatement = statement<object, [TaskId, string]>(
  'tasks.clear_file',
  `WITH own AS MATERIALIZED (${OWN}), file AS (DELETE FROM task_files WHERE task_id IN (SELECT id FROM own))
   DELETE FROM task_chunks WHERE task_id IN (SELECT id FROM own)`,
);

/** Removes what earlier runs of the task wrote; nothing where another run has taken over. */
export async function clear(db: Queryable, { id, runner }: Writer): Promise<void> {
  await db.run(clearStatement, id, runner);
}

const chunkStatement = statement<object, [TaskId, string, number, Uint8Array]>(
  'tasks.insert_chunk',
  `WITH own AS MATERIALIZED (${OWN})
   INSERT INTO task_chunks (task_id, writer, nth, bytes) SELECT id, $2::uuid, $3::int, $4::bytea FROM own`,
);

/** Keeps a piece; nothing where another run has taken over. */
export async function insertChunk(db: Queryable, { id, runner }: Writer, nth: number, bytes: Uint8Array): Promise<void> {
  await db.run(chunkStatement, id, runner, nth, bytes);
}

const finishStatement = statement<object, [TaskId, string, string, string, number]>(
  'tasks.finish_file',
  `INSERT INTO task_files (task_id, writer, name, type, bytes)
   SELECT id, runner, $3, $4, $5 FROM tasks WHERE id = $1 AND runner = $2::uuid
   ON CONFLICT (task_id) DO UPDATE SET writer = excluded.writer, name = $3, type = $4, bytes = $5`,
);

/** Says that all pieces are there. */
export async function finish(db: Queryable, writer: Writer, file: { name: string; type: string; bytes: number }): Promise<void> {
  await db.run(finishStatement, writer.id, writer.runner, file.name, file.type, file.bytes);
}

/** A file that is whole. */
export interface StoredFile {
  task_id: TaskId;
  writer: string;
  name: string;
  type: string;
  bytes: number;
}

const findStatement = statement<StoredFile, [AccountId, number]>(
  'tasks.find_file',
  `SELECT file.task_id, file.writer, file.name, file.type, file.bytes
   FROM tasks JOIN task_files file ON file.task_id = tasks.id WHERE account_id = $1 AND tasks.id = $2 AND status = 'finished'`,
);

/** The file of a task of this account, or null where there is none. */
export async function find(db: Queryable, accountId: AccountId, id: number): Promise<StoredFile | null> {
  return (await db.run(findStatement, accountId, id))[0] ?? null;
}

const readStatement = statement<{ bytes: Uint8Array }, [TaskId, string, number]>(
  'tasks.read_chunk',
  'SELECT bytes FROM task_chunks WHERE task_id = $1 AND writer = $2::uuid AND nth = $3',
);

/** A piece of a file, counted from 0; null behind the last. */
export async function readChunk(db: Queryable, file: StoredFile, nth: number): Promise<Uint8Array | null> {
  return (await db.run(readStatement, file.task_id, file.writer, nth))[0]?.bytes ?? null;
}
