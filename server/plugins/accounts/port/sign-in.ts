/** Signing in: e-mail address, password, and the second factor of accounts that have one; then a session. */
import { deriveKey, randomBase62 } from '#server/kernel/crypto.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { networkOf, partOfAddress } from '#server/kernel/network.ts';
import type { Services } from '#server/kernel/services.ts';
import { hashPassword, isPassword } from '../adapters/password-hash.ts';
import { SESSION_SECONDS, signInPatience } from '../rules.ts';
import { findByEmail, type StoredAccount } from '../store/accounts.ts';
import { forgetLinks } from '../store/mailed-links.ts';
import * as sessions from '../store/sessions.ts';
import { countTry, type Door, forgiveTries, takeBackTry, type Wait } from './throttle.ts';
import { checkCode, hasTwoFactor } from './two-factor.ts';

/** A password hash that no password opens: who gives an unknown e-mail address waits as long as who gives a wrong password. */
let decoy: Promise<string> | undefined;

/** Who tries to sign in. `email` is in lower case. */
export interface SignInTry {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator app, or a recovery code; undefined in the first step. */
  readonly code?: string | undefined;
  /** Undefined where the server in front did not tell. */
  readonly clientAddress: string | undefined;
  /** Identifies a browser that signed in to this very account before; the caller has checked that. */
  readonly knownBrowser: string | undefined;
}

export type SignInOutcome =
  | { readonly outcome: 'signed_in'; readonly account: StoredAccount }
  | { readonly outcome: 'wrong' }
  /** The password is right; the second factor is missing, or not right. */
  | { readonly outcome: 'code_needed' }
  | { readonly outcome: 'code_wrong' }
  /** Everything is right, and support has locked the account. */
  | { readonly outcome: 'locked' }
  | Wait;

/**
 * Checks an e-mail address and a password, throttled per account and per network (rules.ts), and then the second factor. An unknown address
 * and a wrong password are told apart neither by the answer nor by its time, nor by how they are throttled.
 */
export async function checkSignIn(
  services: Services,
  { email, password, code, clientAddress, knownBrowser }: SignInTry,
): Promise<SignInOutcome> {
  const network = networkOf(clientAddress ?? 'unknown');
  const visitor: Door = { subject: `sign-in ${email} ${knownBrowser ?? network}`, patience: signInPatience.visitor };
  const crowd: Door[] = knownBrowser
    ? // Who once signed in may have collected any number of them.
      [{ subject: `sign-in ${email} known browsers`, patience: signInPatience.account }]
    : [
        { subject: `sign-in ${email}`, patience: signInPatience.account },
        ...(clientAddress === undefined ? [] : [{ subject: `sign-in from ${network}`, patience: signInPatience.network }]),
      ];
  // Counted before the password is looked at, so that parallel tries cannot slip through together.
  const seconds = await countTry(services, [visitor, ...crowd]);
  if (seconds > 0) return { outcome: 'wait', seconds };

  decoy ??= hashPassword(deriveKey(Buffer.from(services.secrets.session), 'decoy password').toString('hex'));
  const decoyHash = await decoy;
  const account = await findByEmail(services.db, email);
  const matches = await isPassword(account?.passwordHash ?? decoyHash, password);
  if (!account || !matches) return { outcome: 'wrong' };

  await forgiveTries(services, visitor);
  await takeBackTry(services, crowd);
  if (await hasTwoFactor(services, account.id)) {
    if (code === undefined) return { outcome: 'code_needed' };
    const checked = await checkCode(services, account.id, code, knownBrowser ?? 'elsewhere');
    if (checked.outcome !== 'right') return checked.outcome === 'wrong' ? { outcome: 'code_wrong' } : checked;
  }
  return account.lockedAt ? { outcome: 'locked' } : { outcome: 'signed_in', account };
}

/**
 * Opens a session for an account whose password was just checked.
 * @returns its id, null where the password was changed meanwhile.
 */
export async function startSession(
  services: Services,
  account: StoredAccount,
  browser: { userAgent: string; clientAddress: string | undefined },
): Promise<string | null> {
  const id = randomBase62(22);
  const opened = await sessions.openSession(services.db, {
    id,
    accountId: account.id,
    passwordHash: account.passwordHash,
    userAgent: browser.userAgent.slice(0, 300),
    network: partOfAddress(browser.clientAddress ?? 'unknown'),
  });
  return opened ? id : null;
}

/** How many sign-ins of the account go on. */
export function signIns({ db }: Services, accountId: AccountId): Promise<number> {
  return sessions.countSessions(db, accountId, SESSION_SECONDS);
}

/** Whom a session signs in now, seen from a network address; null where it is over. */
export function ownerOfSession({ db }: Services, id: string, clientAddress: string): Promise<sessions.SessionOwner | null> {
  return sessions.sessionOwner(db, id, partOfAddress(clientAddress), SESSION_SECONDS);
}

/** Removes sessions and mailed links that ran out. */
export async function forgetWhatRanOut({ db }: Services): Promise<void> {
  await sessions.forgetSessions(db, SESSION_SECONDS);
  await forgetLinks(db);
}
