/** Changing a password: by who knows it, or by a mailed link. */
import { setTimeout as pause } from 'node:timers/promises';
import { fingerprint, randomBase62 } from '#server/kernel/crypto.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { networkOf } from '#server/kernel/network.ts';
import type { Services } from '#server/kernel/services.ts';
import { enqueue } from '../../mail/port.ts';
import { hashPassword } from '../adapters/password-hash.ts';
import { passwordChangedMail, resetPasswordMail } from '../mails.ts';
import { FORGOT_SECONDS, forgotPatience, RESET_LINK_SECONDS } from '../rules.ts';
import { confirmEmail, findByEmail, setPassword } from '../store/accounts.ts';
import { dropLinks, findLink, putLink, takeLink } from '../store/mailed-links.ts';
import { endSessions } from '../store/sessions.ts';
import { checkPassword } from './password-check.ts';
import { countTry, type Wait } from './throttle.ts';

export type ChangePasswordOutcome = { readonly outcome: 'changed' | 'wrong_password' } | Wait;

/**
 * Changes the password of who knows the current one. The account's other sessions end, and a change of the e-mail address that waits is off:
 * whoever asked for it may be the one against whom the password is changed.
 */
export async function changePassword(
  services: Services,
  who: { accountId: AccountId; sessionId?: string },
  { current, next }: { current: string; next: string },
): Promise<ChangePasswordOutcome> {
  const checked = await checkPassword(services, who.accountId, current);
  if (checked.outcome !== 'right') return checked.outcome === 'wrong' ? { outcome: 'wrong_password' } : checked;
  const passwordHash = await hashPassword(next);
  await services.db.transaction(async (tx) => {
    const owner = await setPassword(tx, who.accountId, passwordHash);
    if (!owner) throw new Error('the account was deleted meanwhile');
    await endSessions(tx, who.accountId, who.sessionId ?? null);
    await dropLinks(tx, who.accountId, 'reset_password');
    await dropLinks(tx, who.accountId, 'confirm_email', owner.email);
    await enqueue(tx, { to: owner.email, ...passwordChangedMail(owner.language) });
  });
  return { outcome: 'changed' };
}

/**
 * Mails a link that sets a new password, where the address has an account. Whether it has one is told neither by the answer nor by its time.
 * @param email in lower case.
 */
export async function askForReset(
  services: Services,
  { email, clientAddress }: { email: string; clientAddress: string },
): Promise<{ readonly outcome: 'mailed_if_known' } | Wait> {
  const seconds = await countTry(services, [
    { subject: `forgot ${email}`, patience: forgotPatience.email },
    { subject: `forgot from ${networkOf(clientAddress)}`, patience: forgotPatience.network },
  ]);
  if (seconds > 0) return { outcome: 'wait', seconds };
  await Promise.all([mailReset(services, email), pause(FORGOT_SECONDS * 1_000)]);
  return { outcome: 'mailed_if_known' };
}

async function mailReset({ db, env }: Services, email: string): Promise<void> {
  const account = await findByEmail(db, email);
  if (!account) return;
  const token = randomBase62(43);
  await db.transaction(async (tx) => {
    const link = { hash: fingerprint(token), accountId: account.id, email, seconds: RESET_LINK_SECONDS };
    await putLink(tx, { ...link, purpose: 'reset_password' });
    await enqueue(tx, { to: email, ...resetPasswordMail(account.language, `${env.SITE_URL}/forgot/new#${token}`) });
  });
}

/**
 * Sets a new password by a mailed link, which is used up. All sessions end, and a change of the e-mail address that waits is off. Who has the
 * link reads the mails of that address, so that it counts as confirmed; the second factor stays as it is.
 */
export async function resetPassword(
  services: Services,
  { token, password }: { token: string; password: string },
): Promise<{ readonly outcome: 'changed' | 'link_over' }> {
  const hash = fingerprint(token);
  // A password is costly to hash; not for everybody who makes a token up.
  if (!(await findLink(services.db, hash, 'reset_password'))) return { outcome: 'link_over' };
  const passwordHash = await hashPassword(password);
  return services.db.transaction(async (tx) => {
    const link = await takeLink(tx, hash, 'reset_password');
    // A link that was mailed while the address was being changed is the former address's, and may not bring that one back.
    const owner = link && (await setPassword(tx, link.account_id, passwordHash, link.email));
    if (!link || !owner) return { outcome: 'link_over' };
    await confirmEmail(tx, link.account_id, link.email);
    await endSessions(tx, link.account_id);
    await dropLinks(tx, link.account_id, null);
    await enqueue(tx, { to: link.email, ...passwordChangedMail(owner.language) });
    return { outcome: 'changed' };
  });
}
