/** A change of the password wins over what is asked for with the old one at the same moment: no thief keeps an address that waits. */
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { fingerprint } from '#server/kernel/crypto.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { createAccount } from '#server/plugins/accounts/port.ts';
import { signOutEverywhere } from '#server/plugins/support/port/account-changes.ts';
import { callerOf } from '#tests/harness/owner.ts';
import { ownServices } from '#tests/harness/procedures.ts';

const services = ownServices(0);
const thief = () => `thief-${randomUUID()}@example.com`;

async function opened() {
  const password = randomUUID();
  const email = `${randomUUID()}@example.com`;
  const account = await createAccount(services(), { email, password });
  if (!account) throw new Error('a random e-mail address is taken');
  const principal = {
    accountId: account.id,
    email,
    role: 'customer',
    resellerMode: false,
    via: 'session',
    sessionId: '',
  } as const;
  return { accountId: account.id, email, password, caller: callerOf(services(), principal) };
}

/** Holds an account's row until the first has come to it, and then the second: the first goes first. */
async function inTurn<A, B>(accountId: AccountId, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const { prisma } = services().db;
  const waiting = async () => {
    const [row] = await prisma.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    return Number(row?.count);
  };
  let both: Promise<[A, B]> | undefined;
  await prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
      const one = first();
      await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
      const other = second();
      await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
      both = Promise.all([one, other]);
    },
    { maxWait: 30_000, timeout: 90_000 },
  );
  if (!both) throw new Error('nobody waited');
  return both;
}

test('an address that waits is not mailed to again while the password is being changed', async () => {
  const { accountId, password, caller } = await opened();
  expect(await caller.accounts.changeEmail({ email: thief(), password })).toEqual({ outcome: 'mailed' });
  const [changed, sent] = await inTurn(
    accountId,
    () => caller.accounts.changePassword({ current: password, next: randomUUID() }),
    () => caller.accounts.sendConfirmation(),
  );
  expect(changed).toEqual({ outcome: 'changed' });
  expect(sent).toEqual({ outcome: 'confirmed_already' });
  expect(await caller.accounts.profile()).toMatchObject({ waiting_email: null });
});

test('another address is not asked for with a password that is just being changed', async () => {
  const { accountId, password, caller } = await opened();
  const [changed, asked] = await inTurn(
    accountId,
    () => caller.accounts.changePassword({ current: password, next: randomUUID() }),
    () => caller.accounts.changeEmail({ email: thief(), password }),
  );
  expect(changed).toEqual({ outcome: 'changed' });
  expect(asked).toEqual({ outcome: 'wrong_password' });
  expect(await caller.accounts.profile()).toMatchObject({ waiting_email: null });
});

/** A link that was mailed to the account, as it is written down. */
async function mailed(accountId: AccountId, purpose: string, email: string): Promise<string> {
  const token = randomUUID();
  const expiresAt = new Date(Date.now() + 600_000);
  await services().db.prisma.mailedLink.create({
    data: { hash: Uint8Array.from(fingerprint(token)), accountId, purpose, email, expiresAt },
  });
  return token;
}

test('a password that is changed while it is being set by a mailed link ends that link, and nobody waits for ever', async () => {
  const { accountId, email, password, caller } = await opened();
  const token = await mailed(accountId, 'reset_password', email);
  const [changed, reset] = await inTurn(
    accountId,
    () => caller.accounts.changePassword({ current: password, next: randomUUID() }),
    () => caller.accounts.resetPassword({ token, password: randomUUID() }),
  );
  expect([changed, reset]).toEqual([{ outcome: 'changed' }, { outcome: 'link_over' }]);
});

test('a password that is changed while another address is being confirmed ends that link, and nobody waits for ever', async () => {
  const { accountId, password, caller } = await opened();
  const token = await mailed(accountId, 'confirm_email', thief());
  const [changed, confirmed] = await inTurn(
    accountId,
    () => caller.accounts.changePassword({ current: password, next: randomUUID() }),
    () => caller.accounts.confirmEmail({ token }),
  );
  expect([changed, confirmed]).toEqual([{ outcome: 'changed' }, { outcome: 'link_over' }]);
});

test('a second factor that is put into force while support ends the sign-ins does so, and nobody waits for ever', async () => {
  const { accountId, password, caller } = await opened();
  await services().db.prisma.session.create({ data: { id: randomUUID(), accountId, userAgent: 'tests', network: 'unknown' } });
  const begun = await caller.accounts.beginTwoFactor({ password });
  if (begun.outcome !== 'begun') throw new Error(begun.outcome);
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret.replaceAll('-', '')) }).generate();
  const support = await createAccount(services(), {
    email: `${randomUUID()}@example.com`,
    password: randomUUID(),
    role: 'support',
  });
  if (!support) throw new Error('a random e-mail address is taken');
  const change = { actorId: support.id, accountId, reason: 'A test of races' };
  const [, confirmed] = await inTurn(
    accountId,
    () => signOutEverywhere(services(), change),
    () => caller.accounts.confirmTwoFactor({ code }),
  );
  expect(confirmed).toMatchObject({ outcome: 'on' });
});
