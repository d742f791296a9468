/** Renewals too large for one transaction: a task that charges each proxy once, also where its run is broken off and begins anew. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { verify } from '#server/operator/verify.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import { setCap } from '#server/plugins/orders/port.ts';
import { setPriceTier } from '#server/plugins/pricing/port.ts';
import { addAddresses } from '#server/plugins/proxies/port.ts';
import { runTasks } from '#server/plugins/tasks/adapters/runner.ts';
import type { ShownTask } from '#server/plugins/tasks/schema.ts';
import { type Holder, newHolder, ownServices } from '#tests/harness/procedures.ts';

const services = ownServices(700);
const PERIOD_MS = 30 * 24 * 60 * 60 * 1_000;
const all = { found: { search: '', sort: 'newest' as const } };

let holder: Holder;
/** Of 600 proxies, an account of its own. */
async function withProxies(qty: number, balanceCents: number): Promise<Holder> {
  const owner = await newHolder(services(), balanceCents);
  await setCap(services().db, owner.principal.accountId, 1_000_000);
  const ips = Array.from({ length: qty }, (_, n) => `2001:db8:${owner.principal.accountId.toString(16)}::${n.toString(16)}`);
  await addAddresses(services().db, 'fr', ips);
  for (let left = qty; left > 0; left -= 50) await owner.buy('fr', Math.min(50, left));
  return owner;
}

beforeAll(async () => {
  holder = await withProxies(600, 10_000_00);
});

/** Runs what waits until the task has ended. */
async function runUntilEnded(owner: Holder, taskId: number, stopping = new AbortController().signal): Promise<ShownTask> {
  for (;;) {
    await runTasks(services(), stopping);
    const task = await owner.call.tasks.get({ task_id: taskId });
    if (task.finished_at) return task;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const endsOf = async (owner: Holder) =>
  (await services().db.prisma.proxy.findMany({ where: { accountId: owner.principal.accountId }, orderBy: { id: 'asc' } })).map(
    (proxy) => proxy.expiresAt.getTime(),
  );

async function start(owner: Holder, key: string = randomUUID()) {
  const { total_cents, qty, in_background } = await owner.call.renewals.quote({ proxies: all });
  expect(in_background).toBe(true);
  const answer = await owner.call.renewals.renew({ proxies: all, key, total_cents, qty });
  if (answer.outcome !== 'started') throw new Error('it was not started');
  return { taskId: answer.task_id, total: total_cents, qty, key };
}

async function expectAllWell(): Promise<void> {
  expect(await verify(services().db, { secrets: services().secrets })).toMatchObject({ ok: true, violations: [] });
}

test('every proxy is prolonged and charged once at the price for all of them; a double click is the same task', async () => {
  const [before, balance] = [await endsOf(holder), await holder.balance()];
  const { taskId, total, qty, key } = await start(holder);
  expect(await holder.call.renewals.renew({ proxies: all, key, total_cents: total, qty })).toEqual({
    outcome: 'started',
    task_id: taskId,
  });
  const task = await runUntilEnded(holder, taskId);
  expect(task).toMatchObject({
    status: 'finished',
    result: { renewed: 600, spent: total / 100, skipped: 0, left: 0, stopped: '' },
  });
  expect(await endsOf(holder)).toEqual(before.map((end) => end + PERIOD_MS));
  expect(await holder.balance()).toBe(balance - total);
  // Three parts, an invoice each.
  expect((await holder.call.billing.ledger({ kind: 'renewal' })).total).toBe(3);
  await expectAllWell();
});

test('a run that dies is continued by another, and nothing is charged twice', async () => {
  const [before, balance] = [await endsOf(holder), await holder.balance()];
  const { taskId, total } = await start(holder);
  // The end of the process, again and again, somewhere in the work.
  for (let crash = 0; crash < 3; crash += 1) {
    const stopping = new AbortController();
    const running = runTasks(services(), stopping.signal);
    await running;
    await new Promise((resolve) => setTimeout(resolve, 15));
    stopping.abort();
    await runTasks(services(), stopping.signal);
  }
  const task = await runUntilEnded(holder, taskId);
  expect(task).toMatchObject({ status: 'finished', result: { renewed: 600, spent: total / 100 } });
  expect(await endsOf(holder)).toEqual(before.map((end) => end + PERIOD_MS));
  expect(await holder.balance()).toBe(balance - total);
  await expectAllWell();
});

test('two runs at once, one of which was taken for dead, charge once', async () => {
  const [before, balance] = [await endsOf(holder), await holder.balance()];
  const { taskId, total } = await start(holder);
  const first = runTasks(services(), new AbortController().signal);
  await first;
  // Its lease runs out while it is still at work.
  await services().db.prisma.$executeRaw`UPDATE tasks SET lease_until = now() - interval '1 second' WHERE id = ${taskId}`;
  const task = await runUntilEnded(holder, taskId);
  expect(task).toMatchObject({ status: 'finished' });
  expect(await endsOf(holder)).toEqual(before.map((end) => end + PERIOD_MS));
  expect(await holder.balance()).toBe(balance - total);
  await expectAllWell();
});

test('a balance that runs out on the way ends it, and says how far it came', async () => {
  const owner = await withProxies(300, 300 * 230 * 2);
  const { taskId } = await start(owner);
  const spend = owner.principal.accountId;
  const left = await owner.balance();
  // As much is spent elsewhere as leaves enough for the first part alone.
  await adjustBalance(services().db, spend, cents(250 * 230 + 10 - left), 'Spent meanwhile');
  const task = await runUntilEnded(owner, taskId);
  expect(task).toMatchObject({ status: 'finished', result: { renewed: 250, left: 50, stopped: 'insufficient_balance' } });
  expect(await owner.balance()).toBe(10);
  await expectAllWell();
});

test('a price that moves on the way ends it before more is charged, and it says why', async () => {
  const owner = await withProxies(150, 150 * 290 * 3);
  const { taskId } = await start(owner);
  const left = await owner.balance();
  const priced = (unit: number) => services().db.transaction((tx) => setPriceTier(tx, 'fr', 25, cents(unit)));
  await priced(229);
  const task = await runUntilEnded(owner, taskId);
  await priced(230);
  expect(task).toMatchObject({ status: 'finished', result: { renewed: 0, left: 150, stopped: 'renewal_changed' } });
  expect(await owner.balance()).toBe(left);
  await expectAllWell();
});

test('passwords of many proxies are reset, each once', async () => {
  const before = await services().db.prisma.proxy.findMany({ where: { accountId: holder.principal.accountId } });
  const key = randomUUID();
  const { task_id: taskId } = await holder.call.proxies.resetMany({ proxies: all, key });
  expect(await holder.call.proxies.resetMany({ proxies: all, key })).toEqual({ task_id: taskId });
  expect(await runUntilEnded(holder, taskId)).toMatchObject({ status: 'finished', result: { reset: 600, skipped: 0 } });
  const after = await services().db.prisma.proxy.findMany({ where: { accountId: holder.principal.accountId } });
  const hashes = new Map(before.map((proxy) => [proxy.id, Buffer.from(proxy.passwordHash).toString('hex')]));
  for (const proxy of after) expect(Buffer.from(proxy.passwordHash).toString('hex')).not.toBe(hashes.get(proxy.id));
  await expectAllWell();
});

test('of another account nothing is renewed or reset', async () => {
  const stranger = await newHolder(services(), 10_000_00);
  const ids = (await holder.call.proxies.ids({})).slice(0, 200);
  const before = await endsOf(holder);
  expect(await stranger.call.renewals.quote({ proxies: { ids } })).toMatchObject({ qty: 0 });
  const { task_id } = await stranger.call.proxies.resetMany({ proxies: { ids }, key: randomUUID() });
  expect(await services().db.prisma.task.findUniqueOrThrow({ where: { id: task_id } })).toMatchObject({ input: { ids: [] } });
  expect(await runUntilEnded(stranger, task_id)).toMatchObject({ result: { reset: 0 } });
  expect(await stranger.call.proxies.autoRenew({ proxies: { ids }, on: true })).toEqual({ changed: [] });
  await expect(holder.call.tasks.get({ task_id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await endsOf(holder)).toEqual(before);
});
