/** Procedures of tasks: an account sees, cancels and removes its own. */
import { TRPCError } from '@trpc/server';
import { type Principal, router, sessionProcedure } from '#server/kernel/trpc.ts';
import { taskLimits } from './rules.ts';
import { removeInput, resultSchema, type ShownTask, taskInput, taskListOutput, taskSchema } from './schema.ts';
import * as store from './store/tasks.ts';

/** Tasks that are shown at once. */
const SHOWN = 20;

const noSuchTask = () => new TRPCError({ code: 'NOT_FOUND', message: 'You have no such task.' });

export const tasksRouter = router({
  /** The account's tasks, newest first: what is under way, and what ended within a day. */
  list: sessionProcedure
    .output(taskListOutput)
    .query(async ({ ctx }) =>
      (await store.list(ctx.services.db, ctx.principal.accountId, SHOWN)).map((row) => shown(row, ctx.principal)),
    ),

  /** One task. NOT_FOUND where the account has no such one. */
  get: sessionProcedure
    .input(taskInput)
    .output(taskSchema)
    .query(async ({ ctx, input }) => {
      const row = await store.get(ctx.services.db, ctx.principal.accountId, input.task_id);
      if (!row) throw noSuchTask();
      return shown(row, ctx.principal);
    }),

  /** Ends a task: what it has done by then stays done. One that has ended stays as it is. */
  cancel: sessionProcedure
    .input(taskInput)
    .output(taskSchema)
    .mutation(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      await store.cancel(db, accountId, input.task_id);
      const row = await store.get(db, accountId, input.task_id);
      if (!row) throw noSuchTask();
      return shown(row, ctx.principal);
    }),

  /** Takes tasks that have ended off the list, with their files. Others, and those of others, are left as they are. */
  remove: sessionProcedure.input(removeInput).mutation(async ({ ctx, input }) => {
    await store.remove(ctx.services.db, ctx.principal.accountId, input.task_ids);
  }),
});

/** A task as its owner sees it; its file, such as the export of all his data, is for nobody who looks at his account. */
function shown(row: store.TaskRow, { viewer }: Pick<Principal, 'viewer'>): ShownTask {
  const { file_name: name, file_bytes: bytes, finished_at: finishedAt } = row;
  const keptUntil = finishedAt && new Date(finishedAt.getTime() + taskLimits.keptHours * 60 * 60 * 1_000).toISOString();
  return {
    task_id: row.id,
    kind: row.kind,
    status: row.status,
    done: row.done,
    total: row.total,
    result: resultSchema.parse(row.result),
    problem: row.problem,
    cancelling: row.cancel_requested && finishedAt === null,
    created_at: row.created_at.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    file: name !== null && bytes !== null && keptUntil && !viewer ? { name, bytes, kept_until: keptUntil } : null,
  };
}
