/**
 * Runs of tasks. A run holds a lease and a token: whatever it writes carries the token, so that a run that was taken for dead
 * and has been replaced writes nothing any more.
 */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId, TaskId } from '#server/kernel/ids.ts';

/** A task as its run needs it. */
export interface ClaimedTask {
  id: TaskId;
  account_id: AccountId;
  kind: string;
  input: unknown;
  total: number;
  /** Of runs, this one among them. */
  attempts: number;
}

const claimStatement = statement<ClaimedTask, [string, number, number]>(
  'tasks.claim',
  // A task that ended its process as often as it may be tried would end every further one.
  `WITH given_up AS (
     UPDATE tasks SET status = 'failed', problem = 'server_error', slot = NULL, runner = NULL, lease_until = NULL,
       finished_at = clock_timestamp()
     WHERE slot IS NOT NULL AND status = 'running' AND lease_until < clock_timestamp() AND attempts >= $3
   )
   UPDATE tasks SET status = 'running', attempts = attempts + 1, runner = $1::uuid,
     lease_until = clock_timestamp() + make_interval(secs => $2), started_at = coalesce(started_at, clock_timestamp())
   WHERE id = (
     SELECT id FROM tasks candidate
     WHERE slot IS NOT NULL
       AND CASE status WHEN 'running' THEN lease_until < clock_timestamp() AND attempts < $3 ELSE not_before <= clock_timestamp() END
       AND NOT EXISTS (SELECT FROM tasks other WHERE other.account_id = candidate.account_id AND other.slot IS NOT NULL
                         AND other.status = 'running' AND other.lease_until >= clock_timestamp())
     ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING id, account_id, kind, input, total, attempts`,
);

/**
 * Takes the next task that waits, or whose run has not been heard of; one of an account at a time. One that was not heard of in as many
 * `attempts` has failed.
 */
export async function claim(db: Queryable, runner: string, leaseSeconds: number, attempts: number): Promise<ClaimedTask | null> {
  return (await db.run(claimStatement, runner, leaseSeconds, attempts))[0] ?? null;
}

const beatStatement = statement<{ cancel_requested: boolean }, [TaskId, string, number, number | null, number | null]>(
  'tasks.beat',
  `UPDATE tasks SET lease_until = clock_timestamp() + make_interval(secs => $3), done = coalesce($4, done), total = coalesce($5, total)
   WHERE id = $1 AND runner = $2::uuid RETURNING cancel_requested`,
);

/**
 * Holds the lease, and says how far the run is.
 * @returns what the run is to do: go on, end because its owner wants it to, or stop at once because another run has taken over.
 */
export async function beat(
  db: Queryable,
  { id, runner, leaseSeconds }: { id: TaskId; runner: string; leaseSeconds: number },
  progress: { done: number; total: number } | null,
): Promise<'go_on' | 'cancelled' | 'lost'> {
  const [row] = await db.run(beatStatement, id, runner, leaseSeconds, progress?.done ?? null, progress?.total ?? null);
  if (!row) return 'lost';
  return row.cancel_requested ? 'cancelled' : 'go_on';
}

const endStatement = statement<object, [TaskId, string, string, string | null, string | null]>(
  'tasks.end',
  `UPDATE tasks SET status = $3::"TaskStatus", result = $4::jsonb, problem = $5, slot = NULL, runner = NULL, lease_until = NULL,
     finished_at = clock_timestamp()
   WHERE id = $1 AND runner = $2::uuid`,
);

/** Writes how a run ended. */
export async function end(
  db: Queryable,
  { id, runner }: { id: TaskId; runner: string },
  outcome: { status: 'finished' | 'failed' | 'cancelled'; result?: unknown; problem?: string },
): Promise<void> {
  const result = outcome.result === undefined ? null : JSON.stringify(outcome.result);
  await db.run(endStatement, id, runner, outcome.status, result, outcome.problem ?? null);
}

const putBackStatement = statement<object, [TaskId, string, number, number]>(
  'tasks.put_back',
  `UPDATE tasks SET status = 'waiting', runner = NULL, lease_until = NULL, attempts = attempts - $4,
     not_before = clock_timestamp() + make_interval(secs => $3)
   WHERE id = $1 AND runner = $2::uuid`,
);

/** Leaves a task to the next run. @param counts whether this one was an attempt. */
export async function putBack(
  db: Queryable,
  { id, runner }: { id: TaskId; runner: string },
  { afterSeconds, counts }: { afterSeconds: number; counts: boolean },
): Promise<void> {
  await db.run(putBackStatement, id, runner, afterSeconds, counts ? 0 : 1);
}
