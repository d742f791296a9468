/** What other plugins may ask of tasks: long work that survives a reload of the page and a crash of the site. */
import type { z } from 'zod';
import type { Database, Queryable } from '#server/kernel/database.ts';
import { publicError } from '#server/kernel/errors.ts';
import type { AccountId, TaskId } from '#server/kernel/ids.ts';
import type { ExtensionPoint } from '#server/kernel/plugin.ts';
import type { Services } from '#server/kernel/services.ts';
import { taskErrors } from './errors.ts';
import { taskLimits } from './rules.ts';
import * as files from './store/files.ts';
import { insert } from './store/tasks.ts';

export { erase, keyed as started } from './store/tasks.ts';

/** A file that a task makes. */
export interface TaskOutput {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What a run has at hand. */
export interface TaskRun<Input> {
  readonly services: Services;
  readonly accountId: AccountId;
  readonly taskId: TaskId;
  readonly input: Input;
  /** Says how far the run is; cheap to call often. @throws where the run has been broken off. */
  progress(done: number, total: number): Promise<void>;
  /** Aborted where the owner cancels, the site stops, or the run takes too long. Work between two calls of `progress` looks at it. */
  readonly signal: AbortSignal;
  /** Keeps a file for the owner to download; a second one takes the place of the first. @throws where it is too large. */
  writeFile(file: TaskOutput): Promise<void>;
}

/**
 * A kind of work. A run may be repeated after a crash, from its beginning: each step has to be idempotent by task and item. A run that
 * ends with a public error has failed with that code; after any other error it is tried again.
 */
export interface TaskKind<Input> {
  /** `plugin.what`; the pages name it by `tasks.kinds.<name>` in the messages. */
  readonly name: string;
  readonly input: z.ZodType<Input>;
  /** @returns what the owner is told, kept as JSON; a flat record fills the sentence `tasks.results.<name>`. */
  run(work: TaskRun<Input>): Promise<unknown>;
}

export const taskKinds: ExtensionPoint<TaskKind<unknown>> = { name: 'tasks.kinds' };

/**
 * Starts a task, in the caller's transaction where `db` is one; it begins within about a second of the commit.
 * @param total steps by which the progress is counted, 0 where they are not known yet.
 * @param key makes a repeated start the same task, as long as that one is kept.
 * @throws too_many_tasks where the account has as many under way as it may have.
 */
export async function start(
  db: Queryable,
  accountId: AccountId,
  kindName: string,
  input: unknown,
  total: number,
  key: string | null = null,
): Promise<TaskId> {
  const id = await insert(db, accountId, { kind: kindName, input, total, key }, taskLimits.perAccount);
  if (id === null) throw publicError(taskErrors, 'too_many_tasks');
  return id;
}

/** A file for its owner: its pieces are read one at a time. */
export interface DownloadableFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: AsyncGenerator<Uint8Array, void>;
}

/** The file that a task of this account made; null where there is none, or where it is another's. */
export async function fileOf(db: Database, accountId: AccountId, taskId: number): Promise<DownloadableFile | null> {
  const file = await files.find(db, accountId, taskId);
  return file && { name: file.name, type: file.type, size: file.bytes, bytes: piecesOf(db, file) };
}

async function* piecesOf(db: Database, file: files.StoredFile): AsyncGenerator<Uint8Array, void> {
  for (let nth = 0; ; nth += 1) {
    const bytes = await files.readChunk(db, file, nth);
    if (!bytes) return;
    yield bytes;
  }
}
