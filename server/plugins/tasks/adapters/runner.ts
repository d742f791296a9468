/** Runs tasks: takes what waits, holds the lease while a kind works, and writes how it ended. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PublicError } from '#server/kernel/errors.ts';
import type { Services } from '#server/kernel/services.ts';
import { type TaskKind, type TaskRun, taskKinds } from '../port.ts';
import { aftermath, type Break, taskLimits } from '../rules.ts';
import * as runs from '../store/runs.ts';
import { writeFile } from './file-writer.ts';

/** Progress is written no more often than this, but for the last step. */
const PROGRESS_MS = 300;

/** What this process runs. */
const underWay = new Set<Promise<void>>();

/** Takes tasks while there is room; the job behind it comes every second. When the site stops, it waits for the runs to let go. */
export async function runTasks(services: Services, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && underWay.size < taskLimits.perProcess) {
    const runner = randomUUID();
    const task = await runs.claim(services.db, runner, taskLimits.leaseSeconds, taskLimits.attempts);
    if (!task) break;
    const running = runTask(services, task, runner, stopping)
      .catch((error) => services.log.error({ err: error, taskId: task.id }, 'the end of a task could not be written'))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }
  if (stopping.aborted) await Promise.all(underWay);
}

/** One run of a task, from the claim to its end. */
async function runTask(services: Services, task: runs.ClaimedTask, runner: string, stopping: AbortSignal): Promise<void> {
  const { db, log } = services;
  const run = { id: task.id, runner, leaseSeconds: taskLimits.leaseSeconds };
  const broken = new AbortController();
  const breakOff = (why: Break) => broken.abort(why);
  stopping.addEventListener('abort', () => breakOff('stopping'), { signal: broken.signal });
  const tooLong = setTimeout(() => breakOff('too_long'), taskLimits.runSeconds * 1_000);
  const beating = holdLease();

  try {
    const result = await workOf(services, task, runner, broken.signal, beat);
    await runs.end(db, run, { status: 'finished', result: result ?? null });
  } catch (error) {
    const why = broken.signal.aborted ? (broken.signal.reason as Break) : null;
    const next = aftermath(why, error instanceof PublicError ? error.code : null, task.attempts);
    if (!why && !(error instanceof PublicError)) log.error({ err: error, taskId: task.id, kind: task.kind }, 'a task failed');
    if (next.status === 'waiting') await runs.putBack(db, run, next);
    else if (next.status !== 'left') await runs.end(db, run, next);
  } finally {
    clearTimeout(tooLong);
    broken.abort('lost' satisfies Break);
    await beating;
  }

  async function beat(progress: { done: number; total: number } | null): Promise<void> {
    const answer = await runs.beat(db, run, progress);
    if (answer !== 'go_on') breakOff(answer);
  }

  /** A database that is away for a moment is no reason to stop: the lease tells when it was too long. */
  async function holdLease(): Promise<void> {
    const { signal } = broken;
    while (!signal.aborted) {
      await pause(taskLimits.heartbeatSeconds * 1_000, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await beat(null).catch((error) => log.warn({ err: error, taskId: task.id }, 'a lease was not held'));
    }
  }
}

function workOf(
  services: Services,
  task: runs.ClaimedTask,
  runner: string,
  signal: AbortSignal,
  beat: (progress: { done: number; total: number }) => Promise<void>,
): Promise<unknown> {
  const kind: TaskKind<unknown> | undefined = services.extensions.all(taskKinds).find(({ name }) => name === task.kind);
  if (!kind) throw new Error(`no plugin offers tasks of the kind ${task.kind}`);
  let told = 0;
  const work: TaskRun<unknown> = {
    services,
    accountId: task.account_id,
    taskId: task.id,
    input: kind.input.parse(task.input),
    signal,
    async progress(done, total) {
      signal.throwIfAborted();
      const now = performance.now();
      if (done < total && now - told < PROGRESS_MS) return;
      told = now;
      await beat({ done, total });
      signal.throwIfAborted();
    },
    writeFile: (file) => writeFile(services.db, { id: task.id, runner }, file, signal),
  };
  return kind.run(work);
}
