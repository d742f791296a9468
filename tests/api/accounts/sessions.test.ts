/** Passwords and sign-ins: who is where, and what ends them. */
import { expect, test } from 'vitest';
import { newSession, type Session, signIn } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Shown {
  id: string;
  current: boolean;
  browser: string | null;
  network: string;
}
const shown = async (session: Session) => (await session.query('accounts.sessions')).data as Shown[];
const isOver = async (session: Session) => (await session.query('accounts.me')).status === 401;

test('sign-ins are listed with device and a part of the network address, this one marked', async () => {
  const here = await newSession(site());
  await signIn(site(), here.accountId, here, firefox);
  const listed = await shown(here);
  expect(listed).toHaveLength(2);
  expect(listed.filter((one) => one.current)).toHaveLength(1);
  expect(listed.find((one) => !one.current)).toMatchObject({ browser: 'Firefox', system: 'Linux', network: '127.0.0.x' });
});

test('one is ended, on its very next request', async () => {
  const here = await newSession(site());
  const there = await signIn(site(), here.accountId, here, firefox);
  const other = (await shown(here)).find((one) => !one.current);
  expect((await here.mutate('accounts.endSession', { id: other?.id })).status).toBe(200);
  expect(await isOver(there)).toBe(true);
  expect(await isOver(here)).toBe(false);
  expect((await here.mutate('accounts.endSession', { id: other?.id })).status).toBe(404);
});

test("another account's sign-in is none of one's own", async () => {
  const [mine, theirs] = [await newSession(site()), await newSession(site())];
  const [id] = (await shown(theirs)).map((one) => one.id);
  expect(await mine.mutate('accounts.endSession', { id })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await isOver(theirs)).toBe(false);
});

test('all are ended at once', async () => {
  const here = await newSession(site());
  const there = await signIn(site(), here.accountId, here);
  await here.mutate('accounts.signOutEverywhere');
  expect([await isOver(here), await isOver(there)]).toEqual([true, true]);
});

test('a session is over after two weeks', async () => {
  const here = await newSession(site());
  const createdAt = new Date(Date.now() - 14 * 86_400_000);
  await site().services.db.prisma.session.updateMany({ where: { accountId: here.accountId }, data: { createdAt } });
  expect(await isOver(here)).toBe(true);
});

test('a changed password ends the other sign-ins, not this one', async () => {
  const here = await newSession(site());
  const there = await signIn(site(), here.accountId, here);
  const change = (current: string) => here.mutate('accounts.changePassword', { current, next: 'another long password' });
  expect(await change('a wrong password')).toMatchObject({ data: { outcome: 'wrong_password' } });
  expect(await isOver(there)).toBe(false);
  expect(await change(here.password)).toMatchObject({ data: { outcome: 'changed' } });
  expect([await isOver(here), await isOver(there)]).toEqual([false, true]);
  await signIn(site(), here.accountId, { email: here.email, password: 'another long password' });
});

test('the password is not guessed from an open browser', async () => {
  const here = await newSession(site());
  const guess = () => here.mutate('accounts.changePassword', { current: 'a guess', next: 'another long password' });
  const outcomes = (await Promise.all(Array.from({ length: 8 }, guess))).map(({ data }) => (data as { outcome: string }).outcome);
  expect(outcomes.filter((outcome) => outcome === 'wrong_password')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'wait')).toHaveLength(3);
});

test('a sign-in is a small form: anything else is refused before it is read', async () => {
  const statusOf = async (init: RequestInit) =>
    (await fetch(`http://127.0.0.1:${site().port}/api/auth/callback/credentials`, { method: 'POST', ...init })).status;
  const form = (password: string) => new URLSearchParams({ email: 'a@example.com', password });
  expect(await statusOf({ body: form('x'.repeat(20_000)) })).toBe(413);
  const chunks = new ReadableStream({
    start(controller) {
      for (let sent = 0; sent < 100; sent += 1) controller.enqueue(new TextEncoder().encode('a=1&'.repeat(1_000)));
      controller.close();
    },
  });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect(await statusOf({ headers, body: chunks, duplex: 'half' } as RequestInit)).toBe(413);
  expect(await statusOf({ headers: { 'Content-Type': 'application/json' }, body: '{"email":' })).toBe(415);
  expect(await statusOf({ body: form('short enough') })).toBeLessThan(400);
});
