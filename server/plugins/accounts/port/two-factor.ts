/** The second factor: codes of an authenticator app, and recovery codes for when it is lost. */
import { fingerprint, randomReadable } from '#server/kernel/crypto.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import { enqueue } from '../../mail/port.ts';
import { authenticatorUri, newAuthenticatorSecret, type QrCode, qrCodeOf, stepOfCode } from '../adapters/authenticator.ts';
import { twoFactorOffMail, twoFactorOnMail } from '../mails.ts';
import { codeOf, inFours, RECOVERY_CODES, signInPatience } from '../rules.ts';
import { findById, lock, recipient } from '../store/accounts.ts';
import { dropLinks } from '../store/mailed-links.ts';
import { endSessions } from '../store/sessions.ts';
import * as store from '../store/two-factor.ts';
import { checkPassword } from './password-check.ts';
import { countTry, type Door, forgiveTries, takeBackTry, type Wait } from './throttle.ts';

const boundTo = (accountId: AccountId) => `two-factor ${accountId}`;

/** Whether a sign-in to the account takes a code. */
export async function hasTwoFactor({ db }: Services, accountId: AccountId): Promise<boolean> {
  return (await store.findTwoFactor(db, accountId))?.confirmed ?? false;
}

/**
 * Checks a code and uses it up: none works twice, of the app or of the recovery codes. Throttled per account, and apart for each browser that
 * the account knows, so that a stranger who knows the password cannot keep the owner waiting; from everywhere together, with short waits, since
 * who once signed in may have collected any number of known browsers.
 * @param from what the tries count against: a known browser, or `elsewhere`.
 */
export async function checkCode(
  services: Services,
  accountId: AccountId,
  given: string,
  from: string,
): Promise<{ outcome: 'right' } | { outcome: 'wrong' } | Wait> {
  const door: Door = { subject: `code ${accountId} ${from}`, patience: signInPatience.visitor };
  const everywhere: Door = { subject: `code ${accountId}`, patience: signInPatience.account };
  const seconds = await countTry(services, [door, everywhere]);
  if (seconds > 0) return { outcome: 'wait', seconds };
  if (!(await redeemCode(services, accountId, given))) return { outcome: 'wrong' };
  await forgiveTries(services, door);
  await takeBackTry(services, [everywhere]);
  return { outcome: 'right' };
}

async function redeemCode(services: Services, accountId: AccountId, given: string): Promise<boolean> {
  const code = codeOf(given);
  if (code === null) return false;
  if (code.kind === 'recovery') return store.takeRecoveryCode(services.db, accountId, fingerprint(code.text));
  const stored = await store.findTwoFactor(services.db, accountId);
  if (!stored) return false;
  const step = stepOfCode(services.secrets.vault.open(stored.secret, boundTo(accountId)), code.text);
  return step !== null && store.takeStep(services.db, accountId, step);
}

export type BeginOutcome =
  | { readonly outcome: 'begun'; readonly secret: string; readonly qr: QrCode }
  | { readonly outcome: 'wrong_password' | 'email_unconfirmed' | 'on_already' }
  | Wait;

/** Makes a secret for the account's authenticator app. Nothing is asked at the sign-in before a first code has confirmed it. */
export async function beginTwoFactor(services: Services, accountId: AccountId, password: string): Promise<BeginOutcome> {
  const checked = await checkPassword(services, accountId, password);
  if (checked.outcome !== 'right') return checked.outcome === 'wrong' ? { outcome: 'wrong_password' } : checked;
  const account = await findById(services.db, accountId);
  if (!account?.emailConfirmedAt) return { outcome: 'email_unconfirmed' };
  const { vault } = services.secrets;
  const secret = newAuthenticatorSecret();
  const begun = await store.beginTwoFactor(services.db, accountId, vault.seal(secret, boundTo(accountId)), vault.keyId);
  if (!begun) return { outcome: 'on_already' };
  const site = new URL(services.env.SITE_URL).host;
  return { outcome: 'begun', secret: inFours(secret), qr: qrCodeOf(authenticatorUri(secret, site, account.email)) };
}

export type ConfirmOutcome =
  | { readonly outcome: 'on'; readonly recoveryCodes: readonly string[] }
  | { readonly outcome: 'wrong_code' | 'not_begun' }
  | Wait;

/**
 * Puts the second factor into force with a first code of the app. Other sessions, which were opened without it, end, and so does a change of
 * the e-mail address that waits: whoever asked for it had no second factor.
 * @returns recovery codes, which are told this once.
 */
export async function confirmTwoFactor(
  services: Services,
  who: { accountId: AccountId; sessionId?: string },
  given: string,
): Promise<ConfirmOutcome> {
  const { accountId } = who;
  const door: Door = { subject: `first code ${accountId}`, patience: signInPatience.visitor };
  const seconds = await countTry(services, [door]);
  if (seconds > 0) return { outcome: 'wait', seconds };
  const stored = await store.findTwoFactor(services.db, accountId);
  if (!stored || stored.confirmed) return { outcome: 'not_begun' };
  const code = codeOf(given);
  const step =
    code?.kind === 'app' ? stepOfCode(services.secrets.vault.open(stored.secret, boundTo(accountId)), code.text) : null;
  if (step === null) return { outcome: 'wrong_code' };
  const codes = Array.from({ length: RECOVERY_CODES.count }, () => randomReadable(RECOVERY_CODES.length));
  const confirmed = await services.db.transaction(async (tx) => {
    const owner = await lock(tx, accountId);
    if (!owner) throw new Error('the account was deleted meanwhile');
    if (!(await store.confirmTwoFactor(tx, accountId, step, stored.secret, codes.map(fingerprint)))) return false;
    await endSessions(tx, accountId, who.sessionId ?? null);
    await dropLinks(tx, accountId, 'confirm_email', owner.email);
    await enqueue(tx, { to: owner.email, ...twoFactorOnMail(owner.language) });
    return true;
  });
  if (!confirmed) return { outcome: 'not_begun' };
  await forgiveTries(services, door);
  return { outcome: 'on', recoveryCodes: codes.map(inFours) };
}

export type EndOutcome = { readonly outcome: 'off' | 'wrong_password' | 'wrong_code' } | Wait;

/** Switches the second factor off, for who has both factors. */
export async function endTwoFactor(
  services: Services,
  accountId: AccountId,
  given: { password: string; code: string },
): Promise<EndOutcome> {
  const checked = await checkPassword(services, accountId, given.password);
  if (checked.outcome !== 'right') return checked.outcome === 'wrong' ? { outcome: 'wrong_password' } : checked;
  const code = await checkCode(services, accountId, given.code, 'signed in');
  if (code.outcome !== 'right') return code.outcome === 'wrong' ? { outcome: 'wrong_code' } : code;
  await resetTwoFactor(services, accountId);
  return { outcome: 'off' };
}

/** Switches the second factor off, by support's hand too, and tells the owner. @returns whether it was on. */
export function resetTwoFactor({ db }: Services, accountId: AccountId): Promise<boolean> {
  return db.transaction(async (tx) => {
    const wasOn = await store.endTwoFactor(tx, accountId);
    if (wasOn) {
      const { email, language } = await recipient(tx, accountId);
      await enqueue(tx, { to: email, ...twoFactorOffMail(language) });
    }
    return wasOn;
  });
}
