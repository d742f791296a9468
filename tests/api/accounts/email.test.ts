/** E-mail addresses: confirmed by a link, changed by one, never counted before. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { mailsTo, tokenMailedTo } from '#tests/harness/mails.ts';
import { guest, newSession, type Session, signIn, trySignIn } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const fresh = () => `${randomUUID()}@example.com`;
const password = 'correct horse battery staple';

async function signUp(language: 'en' | 'fr' | 'es' = 'en'): Promise<Session> {
  const account = { email: fresh(), password };
  expect(await guest(site()).mutate('accounts.signUp', { ...account, language })).toMatchObject({ data: { outcome: 'opened' } });
  const { id } = await site().services.db.prisma.account.findUniqueOrThrow({ where: { email: account.email } });
  return signIn(site(), id as Session['accountId'], account);
}
const profile = async (session: Session) => (await session.query('accounts.profile')).data;

test('who signs up gets a link in his language, which confirms the address once', async () => {
  const session = await signUp('fr');
  expect(await profile(session)).toMatchObject({ email_confirmed: false });
  const [mail] = await mailsTo(site().services, session.email);
  expect(mail?.text).toContain('Veuillez confirmer que cette adresse est la vôtre');
  const token = await tokenMailedTo(site().services, session.email);
  const confirm = () => guest(site()).mutate('accounts.confirmEmail', { token });
  expect(await confirm()).toMatchObject({ data: { outcome: 'confirmed', email: session.email } });
  expect(await confirm()).toMatchObject({ data: { outcome: 'link_over' } });
  expect(await profile(session)).toMatchObject({ email_confirmed: true });
});

test('an account without a confirmed address buys, and is kept from two-factor sign-in alone', async () => {
  const session = await signUp();
  expect((await session.query('orders.offer')).status).toBe(200);
  expect(await session.mutate('accounts.beginTwoFactor', { password })).toMatchObject({
    data: { outcome: 'email_unconfirmed' },
  });
});

test('the link is sent again, a few times', async () => {
  const session = await signUp();
  for (let sent = 0; sent < 3; sent += 1) {
    expect(await session.mutate('accounts.sendConfirmation')).toMatchObject({ data: { outcome: 'sent', email: session.email } });
  }
  expect(await session.mutate('accounts.sendConfirmation')).toMatchObject({ data: { outcome: 'wait' } });
  const newest = await tokenMailedTo(site().services, session.email, 4);
  expect(await guest(site()).mutate('accounts.confirmEmail', { token: newest })).toMatchObject({
    data: { outcome: 'confirmed' },
  });
  expect(await session.mutate('accounts.sendConfirmation')).toMatchObject({ data: { outcome: 'confirmed_already' } });
});

test('a new address counts once it is confirmed, and both addresses get a mail', async () => {
  const session = await newSession(site());
  const email = fresh();
  expect(await session.mutate('accounts.changeEmail', { email, password })).toMatchObject({ data: { outcome: 'mailed' } });
  expect(await profile(session)).toMatchObject({ email: session.email, waiting_email: email });
  expect((await trySignIn(site(), { email, password })).refusal).toBe('CredentialsSignin');
  const [told] = await mailsTo(site().services, session.email);
  expect(told?.text).toContain(email);

  await guest(site()).mutate('accounts.confirmEmail', { token: await tokenMailedTo(site().services, email) });
  expect(await profile(session)).toMatchObject({ email, email_confirmed: true, waiting_email: null });
  expect((await trySignIn(site(), { email, password })).refusal).toBeNull();
  expect((await mailsTo(site().services, session.email, 2)).at(-1)?.subject).toBe('Your e-mail address was changed');
});

test('an address that another account has taken meanwhile is not taken from it', async () => {
  const email = fresh();
  const [first, second] = [await newSession(site()), await newSession(site())];
  for (const session of [first, second]) await session.mutate('accounts.changeEmail', { email, password });
  const tokens = (await mailsTo(site().services, email, 2)).map(({ text }) => /#(\w{43})/.exec(text)?.[1] ?? '');
  const answers = await Promise.all(tokens.map((token) => guest(site()).mutate('accounts.confirmEmail', { token })));
  expect(answers.map(({ data }) => (data as { outcome: string }).outcome).sort()).toEqual(['confirmed', 'email_taken']);
  expect(await site().services.db.prisma.account.count({ where: { email } })).toBe(1);
});

test('changing it takes the password, and an address that is free', async () => {
  const session = await newSession(site());
  const { email: taken } = await newSession(site());
  const change = (email: string, given = password) => session.mutate('accounts.changeEmail', { email, password: given });
  expect(await change(fresh(), 'a wrong password')).toMatchObject({ data: { outcome: 'wrong_password' } });
  expect(await change(taken)).toMatchObject({ data: { outcome: 'email_taken' } });
  expect(await change(session.email)).toMatchObject({ data: { outcome: 'same' } });
});

test('a change that waits can be given up', async () => {
  const session = await newSession(site());
  const email = fresh();
  await session.mutate('accounts.changeEmail', { email, password });
  const token = await tokenMailedTo(site().services, email);
  await session.mutate('accounts.cancelEmailChange');
  expect(await guest(site()).mutate('accounts.confirmEmail', { token })).toMatchObject({ data: { outcome: 'link_over' } });
});

test('the language of mails is the one that the account was last read in', async () => {
  const session = await newSession(site());
  expect((await session.mutate('accounts.setLanguage', { language: 'es' })).status).toBe(200);
  await session.mutate('accounts.changePassword', { current: password, next: 'another long password' });
  expect((await mailsTo(site().services, session.email))[0]?.text).toContain('La contraseña de su cuenta ha cambiado');
  expect((await session.mutate('accounts.setLanguage', { language: 'xx' })).status).toBe(400);
});

test('a change of the address that waits does not survive a change of the password: whoever asked for it may be the thief', async () => {
  const session = await newSession(site());
  const thief = fresh();
  await session.mutate('accounts.changeEmail', { email: thief, password });
  const token = await tokenMailedTo(site().services, thief);
  expect(await session.mutate('accounts.changePassword', { current: password, next: 'another long password' })).toMatchObject({
    data: { outcome: 'changed' },
  });
  expect(await profile(session)).toMatchObject({ waiting_email: null });
  expect(await guest(site()).mutate('accounts.confirmEmail', { token })).toMatchObject({ data: { outcome: 'link_over' } });
  expect(await profile(session)).toMatchObject({ email: session.email });
});

test("the link that confirms the account's own address survives a change of the password", async () => {
  const session = await signUp();
  const token = await tokenMailedTo(site().services, session.email);
  await session.mutate('accounts.changePassword', { current: password, next: 'another long password' });
  expect(await guest(site()).mutate('accounts.confirmEmail', { token })).toMatchObject({ data: { outcome: 'confirmed' } });
});
