/** Shapes of tasks, shared with the pages. */
import { z } from 'zod';
import { TaskStatus } from '#prisma/generated/enums.ts';

export const taskInput = z.object({ task_id: z.int().min(1).max(2_147_483_647) });

export const removeInput = z.object({ task_ids: z.array(taskInput.shape.task_id).min(1).max(50) });

/** What a kind tells of a task that it finished; null where that is no flat record, from which no sentence can be made. */
export const resultSchema = z
  .record(z.string(), z.union([z.number(), z.string(), z.boolean()]))
  .nullable()
  .catch(null);

/** A task. `done` of `total` steps; `problem` is a code that says why it failed. */
export const taskSchema = z.object({
  task_id: z.int(),
  kind: z.string(),
  status: z.enum(TaskStatus),
  done: z.int(),
  total: z.int(),
  result: resultSchema,
  problem: z.string().nullable(),
  /** Its owner has cancelled it, and it has not ended yet. */
  cancelling: z.boolean(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  file: z.object({ name: z.string(), bytes: z.int(), kept_until: z.iso.datetime() }).nullable(),
});

export type ShownTask = z.infer<typeof taskSchema>;

export const taskListOutput = z.array(taskSchema);
