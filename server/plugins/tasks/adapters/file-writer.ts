/** Keeps a file that a run produces, piece by piece: one piece of it is in memory at a time. */
import type { Database } from '#server/kernel/database.ts';
import type { TaskOutput } from '../port.ts';
import { taskLimits } from '../rules.ts';
import * as files from '../store/files.ts';

/** @throws Error where the file is larger than a task may keep. */
export async function writeFile(
  db: Database,
  writer: files.Writer,
  file: TaskOutput,
  signal: AbortSignal,
  limits: Pick<typeof taskLimits, 'fileBytes' | 'chunkBytes'> = taskLimits,
): Promise<void> {
  await files.clear(db, writer);
  let size = 0;
  let nth = 0;
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  const flush = async () => {
    if (keptBytes === 0) return;
    await files.insertChunk(db, writer, nth, Buffer.concat(kept));
    nth += 1;
    kept = [];
    keptBytes = 0;
  };
  for await (const bytes of file.bytes) {
    signal.throwIfAborted();
    size += bytes.length;
    if (size > limits.fileBytes) throw new Error(`the file of task ${writer.id} is larger than ${limits.fileBytes} bytes`);
    for (let from = 0; from < bytes.length; ) {
      const piece = bytes.subarray(from, from + limits.chunkBytes - keptBytes);
      kept.push(piece);
      keptBytes += piece.length;
      from += piece.length;
      if (keptBytes === limits.chunkBytes) await flush();
    }
  }
  await flush();
  await files.finish(db, writer, { name: file.name, type: file.type, bytes: size });
}
