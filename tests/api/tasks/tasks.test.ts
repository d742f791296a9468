/** Tasks: found again after a crash, ended on request, bounded, and nobody else's. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Services } from '#server/kernel/services.ts';
import { runTasks } from '#server/plugins/tasks/adapters/runner.ts';
import { fileOf, start, type TaskKind, type TaskRun, taskKinds } from '#server/plugins/tasks/port.ts';
import { taskLimits } from '#server/plugins/tasks/rules.ts';
import type { ShownTask } from '#server/plugins/tasks/schema.ts';
import { type Holder, newHolder, ownServices } from '#tests/harness/procedures.ts';

const services = ownServices(0);

/** The services of a site whose tasks do what the test says. */
function doing(work: (run: TaskRun<unknown>) => Promise<unknown>): Services {
  const kind: TaskKind<unknown> = { name: 'tests.work', input: z.unknown(), run: work };
  const { extensions } = services();
  return {
    ...services(),
    extensions: { all: (point) => (point.name === taskKinds.name ? ([kind] as never) : extensions.all(point)) },
  };
}

const begin = ({ principal }: Holder, key: string | null = null) =>
  start(services().db, principal.accountId, 'tests.work', { some: 'input' }, 10, key);

/** The lease of the run that is under way ends, as often as that run prolongs it. */
async function leaseLost(id: number): Promise<() => Promise<unknown>> {
  const { task } = services().db.prisma;
  const { runner } = await task.findUniqueOrThrow({ where: { id } });
  return () => task.updateMany({ where: { id, runner }, data: { leaseUntil: new Date(0) } });
}

/** Runs what waits until the task has ended. @param first what happens before each look. */
async function untilEnded(
  holder: Holder,
  taskId: number,
  at: Services,
  first: () => Promise<unknown> = async () => {},
): Promise<ShownTask> {
  for (;;) {
    await first();
    await runTasks(at, new AbortController().signal);
    const task = await holder.call.tasks.get({ task_id: taskId });
    if (task.finished_at) return task;
    await pause(20);
  }
}

test('a task says how far it is, and what it has come to', async () => {
  const holder = await newHolder(services(), 100);
  const id = await begin(holder);
  expect(await holder.call.tasks.list()).toMatchObject([{ task_id: id, status: 'waiting', done: 0, total: 10 }]);
  let seen: ShownTask | undefined;
  const task = await untilEnded(
    holder,
    id,
    doing(async ({ input, progress }) => {
      expect(input).toEqual({ some: 'input' });
      await progress(4, 10);
      seen = await holder.call.tasks.get({ task_id: id });
      return { made: 3 };
    }),
  );
  expect(seen).toMatchObject({ status: 'running', done: 4, total: 10 });
  expect(task).toMatchObject({ status: 'finished', result: { made: 3 }, problem: null, file: null });
  await holder.call.tasks.remove({ task_ids: [id] });
  expect(await holder.call.tasks.list()).toEqual([]);
});

test('the file of a task is whole, in its order, and its owner’s alone', async () => {
  const [holder, stranger] = [await newHolder(services(), 100), await newHolder(services(), 100)];
  const id = await begin(holder);
  const piece = (n: number) => Buffer.alloc(100_000, n);
  const task = await untilEnded(
    holder,
    id,
    doing(({ writeFile }) =>
      writeFile({
        name: 'ünïcode.bin',
        type: 'application/octet-stream',
        bytes: (async function* () {
          for (let n = 0; n < 8; n += 1) yield piece(n);
        })(),
      }),
    ),
  );
  expect(task.file).toMatchObject({ name: 'ünïcode.bin', bytes: 800_000 });
  const file = await fileOf(services().db, holder.principal.accountId, id);
  const pieces: Uint8Array[] = [];
  for await (const bytes of file?.bytes ?? []) pieces.push(bytes);
  expect(Buffer.concat(pieces).equals(Buffer.concat(Array.from({ length: 8 }, (_, n) => piece(n))))).toBe(true);
  expect(pieces.every((bytes) => bytes.length <= taskLimits.chunkBytes)).toBe(true);
  expect(await fileOf(services().db, stranger.principal.accountId, id)).toBeNull();
});

test('a run that is not heard of any more is taken over, and writes nothing afterwards', async () => {
  const holder = await newHolder(services(), 100);
  const id = await begin(holder);
  const gate = Promise.withResolvers<void>();
  let runs = 0;
  const at = doing(async () => {
    runs += 1;
    if (runs > 1) return { by: 'the second' };
    await gate.promise;
    return { by: 'the first' };
  });
  await runTasks(at, new AbortController().signal);
  expect(await untilEnded(holder, id, at, await leaseLost(id))).toMatchObject({
    status: 'finished',
    result: { by: 'the second' },
  });
  gate.resolve();
  await pause(50);
  expect(await holder.call.tasks.get({ task_id: id })).toMatchObject({ result: { by: 'the second' } });
});

test('what fails unexpectedly is tried again, and not for ever; the reason stays on the server', async () => {
  const holder = await newHolder(services(), 100);
  const id = await begin(holder);
  const at = doing(async () => {
    throw new Error('secret reason');
  });
  for (let run = 0; run < taskLimits.attempts; run += 1) {
    await services().db.prisma.task.updateMany({ where: { id }, data: { notBefore: new Date(0) } });
    await runTasks(at, new AbortController().signal);
    await expect.poll(async () => (await holder.call.tasks.get({ task_id: id })).status).not.toBe('running');
  }
  const task = await holder.call.tasks.get({ task_id: id });
  expect(task).toMatchObject({ status: 'failed', problem: 'server_error' });
  expect(JSON.stringify(task)).not.toContain('secret');
});

test('a run whose process dies is tried again, and not for ever', async () => {
  const holder = await newHolder(services(), 100);
  const id = await begin(holder);
  const gates: PromiseWithResolvers<void>[] = [];
  const task = () => services().db.prisma.task.findUniqueOrThrow({ where: { id } });
  const at = doing(() => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    return gate.promise;
  });
  for (let crash = 0; crash <= taskLimits.attempts; crash += 1) {
    // Another process each time: nobody holds the lease of the last, which ends when it has been replaced.
    const replaced = gates.at(-1);
    const { attempts } = await task();
    while ((await task()).attempts === attempts && (await task()).status !== 'failed') {
      await services().db.prisma.task.updateMany({ where: { id, status: 'running' }, data: { leaseUntil: new Date(0) } });
      await runTasks(at, new AbortController().signal);
    }
    replaced?.resolve();
  }
  expect(gates).toHaveLength(taskLimits.attempts);
  expect(await holder.call.tasks.get({ task_id: id })).toMatchObject({ status: 'failed', problem: 'server_error' });
});

describe('cancelling', () => {
  test('ends one that waits at once, and one that runs at its next step', async () => {
    const holder = await newHolder(services(), 100);
    const [running, waiting] = [await begin(holder), await begin(holder)];
    const started = Promise.withResolvers<void>();
    const at = doing(async ({ progress }) => {
      started.resolve();
      for (;;) {
        await progress(10, 10);
        await pause(5);
      }
    });
    await runTasks(at, new AbortController().signal);
    await started.promise;
    expect(await holder.call.tasks.cancel({ task_id: waiting })).toMatchObject({ status: 'cancelled' });
    await holder.call.tasks.cancel({ task_id: running });
    await expect.poll(async () => (await holder.call.tasks.get({ task_id: running })).status).toBe('cancelled');
  });

  test('and looking, and removing, are the owner’s alone', async () => {
    const [holder, stranger] = [await newHolder(services(), 100), await newHolder(services(), 100)];
    const id = await begin(holder);
    await expect(stranger.call.tasks.get({ task_id: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.call.tasks.cancel({ task_id: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await stranger.call.tasks.remove({ task_ids: [id] });
    expect(await stranger.call.tasks.list()).toEqual([]);
    expect(await holder.call.tasks.get({ task_id: id })).toMatchObject({ status: 'waiting', cancelling: false });
    await holder.call.tasks.cancel({ task_id: id });
  });
});

test('an account has no more than five under way, also where it asks for many at once; the same key is the same task', async () => {
  const holder = await newHolder(services(), 100);
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => begin(holder)));
  const begun = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(begun).toHaveLength(taskLimits.perAccount);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('too_many_tasks');
  }
  for (const { task_id } of await holder.call.tasks.list()) await holder.call.tasks.cancel({ task_id });
  const same = await Promise.all(Array.from({ length: 8 }, () => begin(holder, 'the-same-key')));
  expect(new Set(same).size).toBe(1);
});

test('a run that was taken over removes and writes nothing of its successor’s file', async () => {
  const holder = await newHolder(services(), 100);
  const id = await begin(holder);
  const [gate, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const at = doing(async ({ taskId, writeFile }) => {
    if (taskId !== id) return {};
    runs += 1;
    const run = runs;
    if (run === 1) await gate.promise;
    async function* bytes() {
      yield Buffer.from(`run ${run}`);
    }
    await writeFile({ name: 'file.txt', type: 'text/plain', bytes: bytes() });
    if (run === 1) written.resolve();
    return {};
  });
  await runTasks(at, new AbortController().signal);
  expect(await untilEnded(holder, id, at, await leaseLost(id))).toMatchObject({ status: 'finished', file: { name: 'file.txt' } });
  gate.resolve();
  await written.promise;
  const file = await fileOf(services().db, holder.principal.accountId, id);
  const pieces: Uint8Array[] = [];
  for await (const piece of file?.bytes ?? []) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe('run 2');
  expect(await services().db.prisma.taskChunk.count({ where: { taskId: id } })).toBe(1);
});
