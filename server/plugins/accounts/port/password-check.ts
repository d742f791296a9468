/** The password once more, of somebody who is signed in and is about to do what an open browser alone should not be able to. */
import type { AccountId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import { isPassword } from '../adapters/password-hash.ts';
import { signInPatience } from '../rules.ts';
import { findById } from '../store/accounts.ts';
import { countTry, type Door, forgiveTries, type Wait } from './throttle.ts';

/**
 * Checks the account's password, throttled per account.
 * @returns with the hash that it was checked against, for who has to be sure later that it is still the one.
 */
export async function checkPassword(
  services: Services,
  accountId: AccountId,
  password: string,
): Promise<{ outcome: 'right'; passwordHash: string } | { outcome: 'wrong' } | Wait> {
  const door: Door = { subject: `password of ${accountId}`, patience: signInPatience.visitor };
  const seconds = await countTry(services, [door]);
  if (seconds > 0) return { outcome: 'wait', seconds };
  const account = await findById(services.db, accountId);
  if (!account || !(await isPassword(account.passwordHash, password))) return { outcome: 'wrong' };
  await forgiveTries(services, door);
  return { outcome: 'right', passwordHash: account.passwordHash };
}
