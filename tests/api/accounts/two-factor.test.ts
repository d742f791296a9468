/** Two-factor sign-in: a code works once, tries are few, and support lets back in who lost his phone. */
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { findByEmail } from '#server/plugins/accounts/port.ts';
import { mailsTo } from '#tests/harness/mails.ts';
import { newSession, type Session, signIn, trySignIn } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';
import { operatorOf } from '#tests/operator/command.ts';

const site = sharedSite();

interface Enrolled {
  session: Session;
  recoveryCodes: string[];
  /** The app's code; `at` steps of 30 seconds from now, by default the next, which is taken already. */
  code(at?: number): string;
  /** Six digits that are none of the app's codes of about now. */
  wrong(): string;
}

const totpOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret.replaceAll('-', '')) });

function wrongCode(totp: TOTP): string {
  const near = [-3, -2, -1, 0, 1, 2, 3].map((at) => totp.generate({ timestamp: Date.now() + at * 30_000 }));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find((one) => !near.includes(one)) ?? ''
  );
}

async function enrolled(): Promise<Enrolled> {
  const session = await newSession(site());
  const begun = (await session.mutate('accounts.beginTwoFactor', { password: session.password })).data as { secret: string };
  const totp = totpOf(begun.secret);
  const code = (at = 1) => totp.generate({ timestamp: Date.now() + at * 30_000 });
  // The code of now, which is taken for a while longer, so that the next is free for the test whenever the clock moves on.
  const confirmed = await session.mutate('accounts.confirmTwoFactor', { code: code(0) });
  expect(confirmed).toMatchObject({ data: { outcome: 'on' } });
  const { recoveryCodes } = confirmed.data as { recoveryCodes: string[] };
  return { session, code, wrong: () => wrongCode(totp), recoveryCodes };
}

const refusalOf = async ({ session }: Enrolled, code?: string) =>
  (await trySignIn(site(), { email: session.email, password: session.password, ...(code ? { code } : {}) })).refusal;

test('the password alone opens nothing; with the code of the app it does', async () => {
  const account = await enrolled();
  expect(await refusalOf(account)).toBe('code_needed');
  expect(await refusalOf(account, account.wrong())).toBe('code_wrong');
  expect(await refusalOf(account, account.code())).toBeNull();
});

test('a wrong password is told without a word of the second factor', async () => {
  const { session } = await enrolled();
  expect((await trySignIn(site(), { email: session.email, password: 'a wrong password' })).refusal).toBe('CredentialsSignin');
});

test('a code works once, also where it comes several times in one moment', async () => {
  const account = await enrolled();
  const code = account.code();
  const refusals = await Promise.all([code, code, code].map((given) => refusalOf(account, given)));
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(1);
  expect(await refusalOf(account, account.code(-1))).toBe('code_wrong');
});

test('each recovery code works once', async () => {
  const account = await enrolled();
  const [first = '', second = ''] = account.recoveryCodes;
  expect(account.recoveryCodes).toHaveLength(10);
  expect(await refusalOf(account, first.toUpperCase())).toBeNull();
  expect(await refusalOf(account, first)).toBe('code_wrong');
  expect(await refusalOf(account, second)).toBeNull();
  expect(await account.session.query('accounts.profile')).toMatchObject({ data: { recovery_codes_left: 8 } });
});

test('codes are not guessed: after a few tries one has to wait, even with the right one', async () => {
  const account = await enrolled();
  for (let tries = 0; tries < 5; tries += 1) expect(await refusalOf(account, account.wrong())).toBe('code_wrong');
  expect(await refusalOf(account, account.code())).toMatch(/^wait \d+$/);
});

test('switching it on takes the password and a first code, and ends the sign-ins that had none', async () => {
  const session = await newSession(site());
  const there = await signIn(site(), session.accountId, session);
  await there.mutate('accounts.changeEmail', { email: `${randomUUID()}@example.com`, password: session.password });
  expect((await session.query('accounts.profile')).data).not.toMatchObject({ waiting_email: null });
  const begin = (password: string) => session.mutate('accounts.beginTwoFactor', { password });
  expect(await begin('a wrong password')).toMatchObject({ data: { outcome: 'wrong_password' } });
  const { secret } = (await begin(session.password)).data as { secret: string };
  const totp = totpOf(secret);
  expect(await session.mutate('accounts.confirmTwoFactor', { code: wrongCode(totp) })).toMatchObject({
    data: { outcome: 'wrong_code' },
  });
  // Nothing is asked before it is confirmed.
  await signIn(site(), session.accountId, session);
  expect(await session.mutate('accounts.confirmTwoFactor', { code: totp.generate() })).toMatchObject({ data: { outcome: 'on' } });
  expect((await there.query('accounts.me')).status).toBe(401);
  // What was asked for from there is off, too.
  expect(await session.query('accounts.profile')).toMatchObject({ data: { waiting_email: null } });
  expect(await begin(session.password)).toMatchObject({ data: { outcome: 'on_already' } });
});

test('switching it off takes both factors', async () => {
  const account = await enrolled();
  const off = (password: string, code: string) => account.session.mutate('accounts.endTwoFactor', { password, code });
  expect(await off('a wrong password', account.code())).toMatchObject({ data: { outcome: 'wrong_password' } });
  expect(await off(account.session.password, account.wrong())).toMatchObject({ data: { outcome: 'wrong_code' } });
  expect(await off(account.session.password, account.code())).toMatchObject({ data: { outcome: 'off' } });
  expect(await refusalOf(account)).toBeNull();
});

test('support switches it off by the command, and the owner gets a mail', async () => {
  const account = await enrolled();
  const { email } = account.session;
  const { json } = operatorOf(site().services.env as unknown as Record<string, string>);
  expect((await json('account', 'reset-two-factor', email)).answer).toMatchObject({ ok: true, was_on: true });
  expect(await refusalOf(account)).toBeNull();
  expect((await mailsTo(site().services, email, 2)).at(-1)?.subject).toBe('Two-factor sign-in is off');
});

test('the database holds neither secret nor codes in clear', async () => {
  const { session, recoveryCodes } = await enrolled();
  const account = await findByEmail(site().services.db, session.email);
  const codes = await site().services.db.prisma.recoveryCode.findMany({ where: { accountId: Number(account?.id) } });
  for (const { hash } of codes) expect(hash).toHaveLength(32);
  expect(codes).toHaveLength(recoveryCodes.length);
});
