/** What other plugins, the sign-in and the operator may ask of accounts. */
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import type { Role } from '#prisma/generated/enums.ts';
import { deriveKey, keyedHash } from '#server/kernel/crypto.ts';
import { networkOf } from '#server/kernel/network.ts';
import type { Services } from '#server/kernel/services.ts';
import { countWithOneMore, longestMemorySeconds, type Patience, secondsToWait, signInPatience, signUpPatience } from './rules.ts';
import * as store from './store.ts';

export type { StoredAccount } from './store.ts';
export { any, endSessions, findByEmail, findById, insertMany, setResellerMode } from './store.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes. (The package's enum of algorithms is erased at run time; 2 is argon2id.) */
const argon2id = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash under which a password is kept that somebody chose. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, argon2id);
}

/**
 * The argon2id hash of a password of at least 128 random bits, at a low cost: nobody guesses such a one, however cheap a try, and
 * thousands can be made at once.
 */
export function hashRandomPassword(password: string): Promise<string> {
  return hash(password, { ...argon2id, memoryCost: 64, timeCost: 1 });
}

/**
 * Opens an account. The password is kept as an argon2id hash.
 * @param email in lower case.
 * @returns null where the e-mail address is taken.
 */
export async function createAccount(
  { db }: Services,
  account: { email: string; password: string; role?: Role; resellerMode?: boolean },
): Promise<store.StoredAccount | null> {
  return store.insert(db, {
    email: account.email,
    passwordHash: await hashPassword(account.password),
    role: account.role ?? 'customer',
    resellerMode: account.resellerMode ?? false,
  });
}

/** A password hash that no password opens: who gives an unknown e-mail address waits as long as who gives a wrong password. */
let decoy: Promise<string> | undefined;

/** Who tries to sign in. `email` is in lower case. */
export interface SignInTry {
  readonly email: string;
  readonly password: string;
  /** Undefined where the server in front did not tell. */
  readonly clientAddress: string | undefined;
  /** Identifies a browser that signed in to this very account before; the caller has checked that. */
  readonly knownBrowser: string | undefined;
}

export type SignInOutcome =
  | { readonly outcome: 'signed_in'; readonly account: store.StoredAccount }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'wait'; readonly seconds: number };

/**
 * Checks an e-mail address and a password, throttled per account and per network (rules.ts). An unknown address and a wrong
 * password are told apart neither by the answer nor by its time, nor by how they are throttled.
 */
export async function checkSignIn(
  services: Services,
  { email, password, clientAddress, knownBrowser }: SignInTry,
): Promise<SignInOutcome> {
  const network = networkOf(clientAddress ?? 'unknown');
  const visitor = { subject: `sign-in ${email} ${knownBrowser ?? network}`, patience: signInPatience.visitor };
  const crowd = knownBrowser
    ? []
    : [
        { subject: `sign-in ${email}`, patience: signInPatience.account },
        ...(clientAddress === undefined ? [] : [{ subject: `sign-in from ${network}`, patience: signInPatience.network }]),
      ];
  // Counted before the password is looked at, so that parallel tries cannot slip through together.
  const seconds = await countTry(services, [visitor, ...crowd]);
  if (seconds > 0) return { outcome: 'wait', seconds };

  decoy ??= hash(deriveKey(Buffer.from(services.secrets.session), 'decoy password').toString('hex'), argon2id);
  const decoyHash = await decoy;
  const account = await store.findByEmail(services.db, email);
  const matches = await verify(account?.passwordHash ?? decoyHash, password);
  if (!account || !matches) return { outcome: 'wrong' };

  await store.forgetTries(services.db, subjectHash(services, visitor.subject));
  await store.takeBackTry(
    services.db,
    crowd.map(({ subject }) => subjectHash(services, subject)),
  );
  return { outcome: 'signed_in', account };
}

export type SignUpOutcome =
  | { readonly outcome: 'opened'; readonly account: store.StoredAccount }
  | { readonly outcome: 'email_taken' }
  | { readonly outcome: 'wait'; readonly seconds: number };

/** Opens a customer's account for a visitor, throttled per network. */
export async function signUp(
  services: Services,
  { email, password, clientAddress }: { email: string; password: string; clientAddress: string },
): Promise<SignUpOutcome> {
  const subject = `sign-up from ${networkOf(clientAddress)}`;
  const seconds = await countTry(services, [{ subject, patience: signUpPatience }]);
  if (seconds > 0) return { outcome: 'wait', seconds };
  const account = await createAccount(services, { email, password });
  return account ? { outcome: 'opened', account } : { outcome: 'email_taken' };
}

/** Names a subject of throttling without keeping it in clear. */
function subjectHash({ secrets }: Services, subject: string): Buffer {
  return keyedHash(deriveKey(Buffer.from(secrets.session), 'subjects of throttling'), subject);
}

/** Counts a try against every subject. @returns 0, or the seconds to wait where one of them asks for it; then nothing is counted. */
async function countTry(services: Services, doors: readonly { subject: string; patience: Patience }[]): Promise<number> {
  const known = new Map(doors.map((door) => [subjectHash(services, door.subject).toString('hex'), door.patience]));
  let seconds = 0;
  await services.db
    .transaction(async (tx) => {
      const rows = (
        await store.lockTries(
          tx,
          [...known.keys()].map((hex) => Buffer.from(hex, 'hex')),
        )
      ).map((row) => {
        const patience = known.get(row.subject.toString('hex'));
        if (!patience) throw new Error('tries of a subject that was not asked for');
        return { ...row, lastAt: row.last_at, patience };
      });
      seconds = Math.max(...rows.map((row) => secondsToWait(row, row.patience, row.now)));
      if (seconds > 0) throw TOO_EARLY;
      await store.writeTries(
        tx,
        rows.map((row) => row.subject),
        rows.map((row) => countWithOneMore(row, row.patience, row.now)),
      );
    })
    .catch((reason: unknown) => {
      if (reason !== TOO_EARLY) throw reason;
    });
  return seconds;
}

/** Rolls a refused try back, so that it leaves no row behind. */
const TOO_EARLY = Symbol('too early');

/** Removes tries that no rule remembers any more. */
export async function forgetOldTries({ db }: Services): Promise<void> {
  await store.removeTriesBefore(db, new Date(Date.now() - longestMemorySeconds * 1_000));
}
