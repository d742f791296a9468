/** Deleting an account while something is on its way to it: no money is given up that its owner did not name, and nothing comes after. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import { deleteAccount } from '#server/plugins/accounts/port/deletion.ts';
import { createAccount } from '#server/plugins/accounts/port.ts';
import { adjustBalance, balance } from '#server/plugins/billing/port.ts';
import { flushCalls, noteCall } from '#server/plugins/records/port.ts';
import { callerOf } from '#tests/harness/owner.ts';
import { ownServices } from '#tests/harness/procedures.ts';

const plain = ownServices(0);
const services = (): Services => ({ ...plain(), env: { ...plain().env, PAYMENTS: 'sandbox' } });

/** An account that never had money. */
async function opened() {
  const password = randomUUID();
  const email = `${randomUUID()}@example.com`;
  const account = await createAccount(services(), { email, password });
  if (!account) throw new Error('a random e-mail address is taken');
  const principal: Principal = {
    accountId: account.id,
    email,
    role: 'customer',
    resellerMode: false,
    via: 'session',
    sessionId: '',
  };
  const wish = { password, code: undefined, typedEmail: email };
  const remove = (waived: Parameters<typeof deleteAccount>[2]['waived']) =>
    deleteAccount(services(), account.id, { ...wish, waived });
  return { accountId: account.id, caller: callerOf(services(), principal), remove };
}

test('the first money of an account that is just being deleted is neither given up nor credited to nobody', async () => {
  const { accountId, remove } = await opened();
  const { db } = services();
  let deleting: ReturnType<typeof remove> | undefined;
  let arriving: Promise<unknown> | undefined;
  await db.prisma.$transaction(
    async (tx) => {
      // Whoever is being deleted cannot be erased before this ends; money can arrive.
      await tx.$executeRaw`SELECT FROM accounts WHERE id = ${accountId} FOR KEY SHARE`;
      const [me] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      deleting = remove({});
      const blocked = () =>
        db.prisma.$queryRaw`SELECT pid FROM pg_stat_activity WHERE ${me?.pid}::int = ANY (pg_blocking_pids(pid))`;
      await expect.poll(blocked, { timeout: 30_000 }).not.toEqual([]);
      // It is booked now, or has to wait for the deletion, which then comes first.
      let booked = false;
      arriving = adjustBalance(db, accountId, cents(50_00), 'The first money').then(() => {
        booked = true;
      });
      // Looked at below, maybe after it was refused.
      arriving.catch(() => {});
      const waiting = () =>
        db.prisma.$queryRaw<
          object[]
        >`SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await expect.poll(async () => booked || (await waiting()).length === 2, { timeout: 30_000 }).toBe(true);
    },
    { maxWait: 30_000, timeout: 60_000 },
  );
  const [deleted, arrived] = await Promise.allSettled([deleting, arriving]);
  expect(deleted).toMatchObject({ status: 'fulfilled' });
  const gone = (await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } })).deletedAt !== null;
  expect(arrived.status).toBe(gone ? 'rejected' : 'fulfilled');
  expect(await balance(db, accountId)).toBe(gone ? 0 : 50_00);
  expect(await db.prisma.ledgerEntry.count({ where: { accountId, kind: 'debit' } })).toBe(0);
});

test('a top-up that is under way is given up by name only', async () => {
  const { accountId, caller, remove } = await opened();
  const { payment_id: id } = await caller.payments.topUp({ key: randomUUID(), amount: 20, language: 'en' });
  expect(await caller.accounts.holds()).toEqual([{ kind: 'payments', amount: 20_00 }]);
  expect(await remove({})).toEqual({ outcome: 'held', holds: [{ kind: 'payments', amount: 20_00 }] });
  await caller.payments.decideInSandbox({ id, outcome: 'paid' });
  expect(await caller.accounts.holds()).toEqual([{ kind: 'balance', amount: 20_00 }]);
  // What he gave up of the one is not the other.
  expect(await remove({ payments: 20_00 })).toMatchObject({ outcome: 'held' });
  expect(await balance(services().db, accountId)).toBe(20_00);

  const other = await opened();
  const declined = await other.caller.payments.topUp({ key: randomUUID(), amount: 20, language: 'en' });
  await other.caller.payments.decideInSandbox({ id: declined.payment_id, outcome: 'declined' });
  await other.caller.payments.topUp({ key: randomUUID(), amount: 5, language: 'en' });
  expect(await other.remove({ payments: 5_00 })).toEqual({ outcome: 'deleted' });
});

test('what is paid after the deletion, or came in otherwise than asked for, is held for support', async () => {
  const { accountId, caller, remove } = await opened();
  const { payment_id: id } = await caller.payments.topUp({ key: randomUUID(), amount: 20, language: 'en' });
  expect(await remove({ payments: 20_00 })).toEqual({ outcome: 'deleted' });
  expect(await caller.payments.decideInSandbox({ id, outcome: 'paid' })).toMatchObject({ standing: 'held' });
  const { payment } = services().db.prisma;
  expect(await payment.findUniqueOrThrow({ where: { id } })).toMatchObject({ heldBecause: 'its account was deleted' });
  expect(await balance(services().db, accountId)).toBe(0);
  await expect(caller.payments.topUp({ key: randomUUID(), amount: 20, language: 'en' })).rejects.toThrow('over already');

  const other = await opened();
  const begun = await other.caller.payments.topUp({ key: randomUUID(), amount: 7, language: 'en' });
  await payment.update({ where: { id: begun.payment_id }, data: { state: 'held', heldBecause: '€6.00 came in' } });
  expect(await other.remove({})).toEqual({ outcome: 'held', holds: [{ kind: 'payments', amount: 7_00 }] });
});

test('its tasks go with a deleted account', async () => {
  const { accountId, caller, remove } = await opened();
  const { task_id: id } = await caller.accounts.startExport();
  const stay = await opened();
  await stay.caller.accounts.startExport();
  const { task } = services().db.prisma;
  await task.update({ where: { id }, data: { status: 'running', runner: randomUUID(), leaseUntil: new Date() } });
  expect(await remove({})).toEqual({ outcome: 'deleted' });
  expect(await task.count({ where: { accountId } })).toBe(0);
  expect(await task.count({ where: { accountId: stay.accountId } })).toBe(1);
});

test('lines of the request log that were not written yet are not written any more', async () => {
  const [gone, stays] = [await opened(), await opened()];
  const line = { at: new Date(), method: 'GET', route: '/balance', status: 200, code: null, idempotencyKey: null, orderId: null };
  for (const { accountId } of [gone, stays]) {
    const requestId = randomUUID();
    noteCall({ ...line, accountId, requestId, clientAddress: '203.0.113.7', durationMs: 1, replay: false });
  }
  expect(await gone.remove({})).toEqual({ outcome: 'deleted' });
  await flushCalls(services());
  const { apiCall } = services().db.prisma;
  expect(await apiCall.count({ where: { accountId: gone.accountId } })).toBe(0);
  expect(await apiCall.count({ where: { accountId: stays.accountId } })).toBe(1);
});

test('of a deleted account no balance is watched any more', async () => {
  const { accountId, caller, remove } = await opened();
  await caller.billing.setLowBalance({ below: 5 });
  expect(await remove({})).toEqual({ outcome: 'deleted' });
  const books = await services().db.prisma.billingAccount.findUniqueOrThrow({ where: { accountId } });
  expect(books).toMatchObject({ balanceCents: 0n, lowBalanceCents: null });
});
