/** Signing up, and proving that mails to an address arrive: a new address counts once its mailed link was followed. */
import { fingerprint, randomBase62 } from '#server/kernel/crypto.ts';
import type { Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Language } from '#server/kernel/languages.ts';
import { networkOf } from '#server/kernel/network.ts';
import type { Services } from '#server/kernel/services.ts';
import { enqueue } from '../../mail/port.ts';
import { hashPassword } from '../adapters/password-hash.ts';
import { confirmEmailMail, emailChangeAskedMail, emailChangedMail } from '../mails.ts';
import { CONFIRM_LINK_SECONDS, confirmationPatience, signUpPatience } from '../rules.ts';
import * as store from '../store/accounts.ts';
import { dropLinks, putLink, takeLink, waitingEmail } from '../store/mailed-links.ts';
import { checkPassword } from './password-check.ts';
import { countTry, type Wait } from './throttle.ts';

export type SignUpOutcome = { readonly outcome: 'opened' | 'email_taken' } | Wait;

/** Opens a customer's account for a visitor, throttled per network, and mails him the link that confirms his address. */
export async function signUp(
  services: Services,
  visitor: { email: string; password: string; language: Language; clientAddress: string },
): Promise<SignUpOutcome> {
  const subject = `sign-up from ${networkOf(visitor.clientAddress)}`;
  const seconds = await countTry(services, [{ subject, patience: signUpPatience }]);
  if (seconds > 0) return { outcome: 'wait', seconds };
  const { email, language } = visitor;
  const passwordHash = await hashPassword(visitor.password);
  return services.db.transaction(async (tx) => {
    const accountId = await store.insertUnconfirmed(tx, { email, passwordHash, language });
    if (accountId === null) return { outcome: 'email_taken' };
    await mailConfirmation(tx, services, { accountId, email, language });
    return { outcome: 'opened' };
  });
}

/** Mails a link that confirms an address, and makes an older one useless. */
async function mailConfirmation(
  tx: Transaction,
  { env }: Services,
  { accountId, email, language }: { accountId: AccountId; email: string; language: Language },
): Promise<void> {
  const token = randomBase62(43);
  await putLink(tx, { hash: fingerprint(token), accountId, purpose: 'confirm_email', email, seconds: CONFIRM_LINK_SECONDS });
  await enqueue(tx, { to: email, ...confirmEmailMail(language, `${env.SITE_URL}/confirm#${token}`) });
}

/** How many mails a signed-in account may have sent to addresses of its choice. */
const confirmationDoor = (accountId: AccountId) => ({
  subject: `confirmation of ${accountId}`,
  patience: confirmationPatience,
});

/** Mails the link once more: for the address that waits, or else for the account's own where that is not confirmed. */
export async function sendConfirmation(
  services: Services,
  accountId: AccountId,
): Promise<{ readonly outcome: 'sent'; readonly email: string } | { readonly outcome: 'confirmed_already' } | Wait> {
  const { db } = services;
  const account = await store.findById(db, accountId);
  if (!account || (account.emailConfirmedAt && !(await waitingEmail(db, accountId)))) return { outcome: 'confirmed_already' };
  const seconds = await countTry(services, [confirmationDoor(accountId)]);
  if (seconds > 0) return { outcome: 'wait', seconds };
  return db.transaction(async (tx) => {
    // Looked at once more: a change of the password, which gives up the address that waits, is over by now or comes later.
    const owner = await store.lock(tx, accountId);
    const email = (await waitingEmail(tx, accountId)) ?? (owner?.email_confirmed ? null : owner?.email);
    if (!owner || !email) return { outcome: 'confirmed_already' };
    await mailConfirmation(tx, services, { accountId, email, language: owner.language });
    return { outcome: 'sent', email };
  });
}

export type ChangeEmailOutcome = { readonly outcome: 'mailed' | 'wrong_password' | 'email_taken' | 'same' } | Wait;

/** Asks for another e-mail address: both addresses get a mail, and the new one counts once it is confirmed. */
export async function changeEmail(
  services: Services,
  accountId: AccountId,
  { email, password }: { email: string; password: string },
): Promise<ChangeEmailOutcome> {
  const checked = await checkPassword(services, accountId, password);
  if (checked.outcome !== 'right') return checked.outcome === 'wrong' ? { outcome: 'wrong_password' } : checked;
  const account = await store.findById(services.db, accountId);
  if (!account || account.email === email) return { outcome: 'same' };
  const seconds = await countTry(services, [confirmationDoor(accountId)]);
  if (seconds > 0) return { outcome: 'wait', seconds };
  if (await store.findByEmail(services.db, email)) return { outcome: 'email_taken' };
  return services.db.transaction(async (tx) => {
    const owner = await store.lock(tx, accountId);
    // Changed since it was given: against whoever gave it, perhaps.
    if (owner?.password_hash !== checked.passwordHash) return { outcome: 'wrong_password' };
    await mailConfirmation(tx, services, { accountId, email, language: owner.language });
    await enqueue(tx, { to: owner.email, ...emailChangeAskedMail(owner.language, email) });
    return { outcome: 'mailed' };
  });
}

/** Gives up a change of the e-mail address that waits for its confirmation. */
export function cancelEmailChange({ db }: Services, accountId: AccountId): Promise<void> {
  return dropLinks(db, accountId, 'confirm_email');
}

export type ConfirmEmailOutcome =
  | { readonly outcome: 'confirmed'; readonly email: string }
  | { readonly outcome: 'link_over' | 'email_taken' };

const UNIQUE_VIOLATION = '23505';

/** Follows a mailed link: the address that it went to is the account's from now on. */
export async function confirmEmail(services: Services, token: string): Promise<ConfirmEmailOutcome> {
  try {
    return await services.db.transaction(async (tx) => {
      const link = await takeLink(tx, fingerprint(token), 'confirm_email');
      if (!link) return { outcome: 'link_over' };
      const before = await store.recipient(tx, link.account_id);
      await store.confirmEmail(tx, link.account_id, link.email);
      if (before.email !== link.email) {
        await enqueue(tx, { to: before.email, ...emailChangedMail(before.language, link.email) });
        // They went to the address that is the account's no more.
        await dropLinks(tx, link.account_id, 'reset_password');
      }
      return { outcome: 'confirmed', email: link.email };
    });
  } catch (error) {
    // Somebody opened an account with this address meanwhile.
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return { outcome: 'email_taken' };
    throw error;
  }
}
