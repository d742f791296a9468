/** Signing in against a real database: the throttle holds under parallel tries, and nobody is locked out by a stranger. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '#server/kernel/services.ts';
import { type ScratchCluster, startScratchCluster } from '#tests/harness/cluster.ts';
import { scratchEnv } from '#tests/harness/server.ts';
import { servicesOf } from '#tests/harness/services.ts';
import { checkCode } from './port/two-factor.ts';
import { checkSignIn, createAccount, forgetOldTries, type SignInTry, signUp } from './port.ts';
import { longestMemorySeconds, signInPatience, signUpPatience } from './rules.ts';

let cluster: ScratchCluster;
let services: Services;
beforeAll(async () => {
  cluster = await startScratchCluster({ fsync: 'off', synchronous_commit: 'off' });
  services = servicesOf(scratchEnv(await cluster.createDatabase('accounts')));
});
afterAll(async () => {
  await services.db.close();
  await cluster.stop();
});

const password = 'correct horse battery staple';

/** An account, and tries to sign in to it. Each try may come from elsewhere. */
async function door() {
  const email = `${randomUUID()}@example.com`;
  await createAccount(services, { email, password });
  return (given: Partial<SignInTry>) =>
    checkSignIn(services, { email, password: 'wrong', clientAddress: '192.0.2.1', knownBrowser: undefined, ...given });
}

/** An IPv6 network that no other test uses. */
const freshAddress = () =>
  `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:${Math.floor(Math.random() * 65_536).toString(16)}::1`;

const AHEAD_SECONDS = 60;
/**
 * No wait is over because this machine took its time: the tries so far are dated ahead.
 * @returns what is left of a wait of so many seconds by the time that it is asked.
 */
async function noTimePasses(): Promise<(waitSeconds: number) => unknown> {
  const { prisma } = services.db;
  const began = performance.now();
  await prisma.$executeRaw`UPDATE tries SET last_at = now() + make_interval(secs => ${AHEAD_SECONDS}::float8)`;
  return (waitSeconds) => {
    const most = waitSeconds + AHEAD_SECONDS;
    const passed = Math.floor((performance.now() - began) / 1_000);
    return expect.toBeOneOf(Array.from({ length: passed + 1 }, (_, second) => most - second));
  };
}

describe('the throttle', () => {
  it('lets no more tries through in parallel than one after the other', async () => {
    const attempt = await door();
    const clientAddress = freshAddress();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => attempt({ clientAddress })));
    expect(outcomes.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(signInPatience.visitor.free);
    expect(outcomes.filter(({ outcome }) => outcome === 'wait')).toHaveLength(20 - signInPatience.visitor.free);
  });

  it('makes a visitor wait even with the right password, but not the owner elsewhere', async () => {
    const attempt = await door();
    const stranger = freshAddress();
    for (let tries = 0; tries < signInPatience.visitor.free; tries += 1) await attempt({ clientAddress: stranger });
    const left = await noTimePasses();
    const told = await attempt({ clientAddress: stranger, password });
    expect(told).toEqual({ outcome: 'wait', seconds: left(signInPatience.visitor.firstWaitSeconds) });
    expect(await attempt({ clientAddress: freshAddress(), password })).toMatchObject({ outcome: 'signed_in' });
  });

  it('slows down guesses from everywhere, yet never a browser that the account knows', async () => {
    const attempt = await door();
    for (let tries = 0; tries < signInPatience.account.free; tries += 1) await attempt({ clientAddress: freshAddress() });
    await noTimePasses();
    expect(await attempt({ clientAddress: freshAddress(), password })).toMatchObject({ outcome: 'wait' });
    expect(await attempt({ clientAddress: freshAddress(), password, knownBrowser: 'known' })).toMatchObject({
      outcome: 'signed_in',
    });
  });

  it('slows down who collected many marks of known browsers, as far as known browsers go', async () => {
    const attempt = await door();
    const marked = (nth: number) => attempt({ clientAddress: freshAddress(), knownBrowser: `browser ${nth}` });
    for (let tries = 0; tries < signInPatience.account.free; tries += 1)
      expect(await marked(tries)).toEqual({ outcome: 'wrong' });
    await noTimePasses();
    expect(await marked(-1)).toMatchObject({ outcome: 'wait' });
    expect(await attempt({ clientAddress: freshAddress(), password })).toMatchObject({ outcome: 'signed_in' });
  });

  it('slows down codes of a second factor however many known browsers they come from', async () => {
    const account = await createAccount(services, { email: `${randomUUID()}@example.com`, password });
    if (!account) throw new Error('a random e-mail address is taken');
    const tryCode = (nth: number) => checkCode(services, account.id, '000000', `browser ${nth}`);
    for (let tries = 0; tries < signInPatience.account.free; tries += 1)
      expect(await tryCode(tries)).toEqual({ outcome: 'wrong' });
    await noTimePasses();
    expect(await tryCode(-1)).toMatchObject({ outcome: 'wait' });
  });

  it('slows down a network that tries many accounts', async () => {
    const clientAddress = freshAddress();
    for (let tries = 0; tries < signInPatience.network.free; tries += 1) {
      await checkSignIn(services, { email: `${randomUUID()}@example.com`, password, clientAddress, knownBrowser: undefined });
    }
    const attempt = await door();
    expect(await attempt({ clientAddress, password })).toMatchObject({ outcome: 'wait' });
  });

  it('takes a success back, so that nobody is throttled for signing in often', async () => {
    const attempt = await door();
    const clientAddress = freshAddress();
    for (let tries = 0; tries < signInPatience.network.free + 2; tries += 1) {
      expect(await attempt({ clientAddress, password })).toMatchObject({ outcome: 'signed_in' });
    }
  });

  it('treats an address without an account like one with', async () => {
    const email = `${randomUUID()}@example.com`;
    const attempt = () => checkSignIn(services, { email, password, clientAddress: freshAddress(), knownBrowser: 'one' });
    for (let tries = 0; tries < signInPatience.visitor.free; tries += 1) expect(await attempt()).toEqual({ outcome: 'wrong' });
    expect(await attempt()).toMatchObject({ outcome: 'wait' });
  });

  it('keeps neither e-mail nor network address in clear, and nothing for longer than a rule remembers it', async () => {
    const attempt = await door();
    await attempt({ clientAddress: '198.51.100.77' });
    const kept = await services.db.prisma.tries.findMany();
    expect(kept.length).toBeGreaterThan(0);
    for (const { subject } of kept) expect(subject).toHaveLength(32);
    await services.db.prisma.tries.updateMany({ data: { lastAt: new Date(Date.now() - (longestMemorySeconds + 1) * 1_000) } });
    await forgetOldTries(services);
    expect(await services.db.prisma.tries.count()).toBe(0);
  });
});

describe('opening accounts', () => {
  it('is refused for an address that has one, and slowed down for a network that opens many', async () => {
    const clientAddress = freshAddress();
    const email = `${randomUUID()}@example.com`;
    const open = (address: string) => signUp(services, { email: address, password, language: 'en', clientAddress });
    expect(await open(email)).toMatchObject({ outcome: 'opened' });
    expect(await open(email)).toEqual({ outcome: 'email_taken' });
    for (let opened = 2; opened < signUpPatience.free; opened += 1) await open(email);
    const left = await noTimePasses();
    const told = await open(email);
    expect(told).toEqual({ outcome: 'wait', seconds: left(signUpPatience.firstWaitSeconds) });
  });
});
