/** Pure rules of tasks: their bounds, and what becomes of a run that did not succeed. */

export const taskLimits = {
  /** Tasks of an account that wait or run at once. */
  perAccount: 5,
  /** Tasks that one process runs at once. */
  perProcess: 3,
  /** After which a task is ended, however far it is. */
  runSeconds: 60 * 60,
  /** After which a run that was not heard of counts as crashed. */
  leaseSeconds: 20,
  heartbeatSeconds: 4,
  /** Runs of a task, the first one among them. */
  attempts: 5,
  /** For which an ended task, its result and its file are kept. */
  keptHours: 24,
  /** Bytes of a file, and of the pieces that it is kept in. */
  fileBytes: 256 * 1_024 * 1_024,
  chunkBytes: 256 * 1_024,
} as const;

/** Why a run was broken off: by its owner, by the end of the process, because it took too long, or because another run has taken over. */
export type Break = 'cancelled' | 'stopping' | 'too_long' | 'lost';

/** What becomes of a task whose run threw. */
export type Aftermath =
  /** Another run has it: nothing is to be written. */
  | { readonly status: 'left' }
  | { readonly status: 'cancelled' }
  /** Tried again after so many seconds. `counts` is false where the attempt was not the task's fault. */
  | { readonly status: 'waiting'; readonly afterSeconds: number; readonly counts: boolean }
  | { readonly status: 'failed'; readonly problem: string };

/**
 * @param publicCode of the refusal that the run ended with; null for anything unexpected, which is worth another try.
 * @param attempt counts from 1.
 */
export function aftermath(broken: Break | null, publicCode: string | null, attempt: number): Aftermath {
  if (broken === 'lost') return { status: 'left' };
  if (broken === 'cancelled') return { status: 'cancelled' };
  if (broken === 'stopping') return { status: 'waiting', afterSeconds: 0, counts: false };
  if (broken === 'too_long') return { status: 'failed', problem: 'too_long' };
  if (publicCode !== null) return { status: 'failed', problem: publicCode };
  if (attempt >= taskLimits.attempts) return { status: 'failed', problem: 'server_error' };
  return { status: 'waiting', afterSeconds: 2 ** attempt, counts: true };
}
