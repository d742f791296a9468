/** The way back for who forgot the password: one answer for everybody, and a link that works once. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mailsTo, tokenMailedTo } from '#tests/harness/mails.ts';
import { guest, newSession, signIn, trySignIn } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const next = 'another long password';

test('the answer, and its time, are the same whether or not the address has an account', async () => {
  const { email } = await newSession(site());
  for (const address of [email, `${randomUUID()}@example.com`]) {
    const began = performance.now();
    expect(await guest(site()).mutate('accounts.forgot', { email: address })).toMatchObject({
      status: 200,
      data: { outcome: 'mailed_if_known' },
    });
    expect(performance.now() - began).toBeGreaterThan(490);
  }
});

test('a link sets a new password once, ends every session, and the password of before is over', async () => {
  const session = await newSession(site());
  const { email, password } = session;
  await guest(site()).mutate('accounts.forgot', { email });
  const token = await tokenMailedTo(site().services, email);
  const reset = () => guest(site()).mutate('accounts.resetPassword', { token, password: next });
  const outcomes = (await Promise.all([reset(), reset(), reset()])).map(({ data }) => (data as { outcome: string }).outcome);
  expect(outcomes.sort()).toEqual(['changed', 'link_over', 'link_over']);
  expect((await session.query('accounts.me')).status).toBe(401);
  expect((await trySignIn(site(), { email, password })).refusal).toBe('CredentialsSignin');
  expect((await trySignIn(site(), { email, password: next })).refusal).toBeNull();
  expect((await mailsTo(site().services, email, 2)).at(-1)?.subject).toBe('Your password was changed');
});

test('only the newest link works, and none that is older than an hour', async () => {
  const { email, accountId } = await newSession(site());
  await guest(site()).mutate('accounts.forgot', { email });
  const older = await tokenMailedTo(site().services, email);
  await guest(site()).mutate('accounts.forgot', { email });
  const newer = await tokenMailedTo(site().services, email, 2);
  const reset = (token: string) => guest(site()).mutate('accounts.resetPassword', { token, password: next });
  expect(await reset(older)).toMatchObject({ data: { outcome: 'link_over' } });
  await site().services.db.prisma.mailedLink.updateMany({ where: { accountId }, data: { expiresAt: new Date() } });
  expect(await reset(newer)).toMatchObject({ data: { outcome: 'link_over' } });
});

test('a change of the address that waits does not survive a reset: whoever asked for it may be the thief', async () => {
  const session = await newSession(site());
  const thief = `${randomUUID()}@example.com`;
  await session.mutate('accounts.changeEmail', { email: thief, password: session.password });
  const waiting = await tokenMailedTo(site().services, thief);
  await guest(site()).mutate('accounts.forgot', { email: session.email });
  // The first mail to the old address told of the change.
  const token = await tokenMailedTo(site().services, session.email, 2);
  await guest(site()).mutate('accounts.resetPassword', { token, password: next });
  expect(await guest(site()).mutate('accounts.confirmEmail', { token: waiting })).toMatchObject({
    data: { outcome: 'link_over' },
  });
});

test('a link that was mailed while the address was being changed sets nothing, and does not bring the old address back', async () => {
  const { email, accountId, password } = await newSession(site());
  await guest(site()).mutate('accounts.forgot', { email });
  const token = await tokenMailedTo(site().services, email);
  const changed = `${randomUUID()}@example.com`;
  await site().services.db.prisma.account.update({ where: { id: accountId }, data: { email: changed } });
  expect(await guest(site()).mutate('accounts.resetPassword', { token, password: next })).toMatchObject({
    data: { outcome: 'link_over' },
  });
  await signIn(site(), accountId, { email: changed, password });
});

test('the database keeps a hash of the link only', async () => {
  const { email, accountId } = await newSession(site());
  await guest(site()).mutate('accounts.forgot', { email });
  const token = await tokenMailedTo(site().services, email);
  const link = await site().services.db.prisma.mailedLink.findFirstOrThrow({ where: { accountId } });
  expect(link.hash).toHaveLength(32);
  expect(JSON.stringify(link)).not.toContain(token);
});

describe('asking', () => {
  test('too often for one address has to wait', async () => {
    const email = `${randomUUID()}@example.com`;
    const ask = () => guest(site()).mutate('accounts.forgot', { email });
    for (let asked = 0; asked < 3; asked += 1) expect(await ask()).toMatchObject({ data: { outcome: 'mailed_if_known' } });
    expect(await ask()).toMatchObject({ data: { outcome: 'wait' } });
  });

  test('changes nothing before the link is followed', async () => {
    const { email, password, accountId } = await newSession(site());
    await guest(site()).mutate('accounts.forgot', { email });
    await signIn(site(), accountId, { email, password });
  });
});
