/** What other plugins, the sign-in and the operator may ask of accounts; a file a subject in port/. */
import type { Role } from '#prisma/generated/enums.ts';
import type { Services } from '#server/kernel/services.ts';
import { hashPassword } from './adapters/password-hash.ts';
import * as store from './store/accounts.ts';

export { hashPassword, hashRandomPassword } from './adapters/password-hash.ts';
export { type AccountData, accountData } from './port/deletion.ts';
export { signUp } from './port/emails.ts';
export { checkSignIn, ownerOfSession, type SignInTry, signIns, startSession } from './port/sign-in.ts';
export { forgetOldTries } from './port/throttle.ts';
export { hasTwoFactor, resetTwoFactor } from './port/two-factor.ts';
export type { FoundAccount, HeldAccount, StoredAccount } from './store/accounts.ts';
export {
  accountsOf,
  any,
  emailsOf,
  exists,
  findByEmail,
  findById,
  holdAccount,
  insertMany,
  recipient,
  searchAccounts,
  setLocked,
  setResellerMode,
} from './store/accounts.ts';
export { endSession, endSessions, look, lookAway, type SessionOwner } from './store/sessions.ts';

/**
 * Opens an account, whose e-mail address counts as confirmed. The password is kept as an argon2id hash. For tests; the operator's commands
 * open accounts together with their first credit, in one transaction.
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
