/** What other plugins, the sign-in and the operator may ask of accounts. */

import type { Role } from '#prisma/generated/enums.ts';
import type { Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { ExtensionPoint } from '#server/kernel/plugin.ts';
import type { Services } from '#server/kernel/services.ts';
import { hashPassword } from './adapters/password-hash.ts';
import * as store from './store/accounts.ts';

export { hashPassword, hashRandomPassword } from './adapters/password-hash.ts';
export { signUp } from './port/emails.ts';
export { checkSignIn, forgetWhatRanOut, ownerOfSession, type SignInTry, startSession } from './port/sign-in.ts';
export { forgetOldTries } from './port/throttle.ts';
export { resetTwoFactor } from './port/two-factor.ts';
export type { StoredAccount } from './store/accounts.ts';
export { any, findByEmail, findById, insertMany, recipient, setResellerMode } from './store/accounts.ts';
export { endSession, endSessions } from './store/sessions.ts';

/** What a plugin keeps of an account: for its owner to take along, and to be erased with the account. */
export interface AccountData {
  /** Names the file in the export, such as `orders`. */
  readonly name: string;
  /** All of it, as it is to stand in a JSON file; no password, key or hash. */
  export(services: Services, accountId: AccountId): Promise<unknown>;
  /** Erases what bookkeeping law does not ask to be kept, in the transaction that erases the account. */
  erase(tx: Transaction, accountId: AccountId): Promise<void>;
  /**
   * What its owner would lose by deleting the account now. Locks what it speaks of until the transaction ends: money first, which comes first
   * in the order of locks.
   */
  holds?(tx: Transaction, accountId: AccountId): Promise<AccountHold | null>;
}

/** Money in cents, or how many valid proxies. */
export interface AccountHold {
  readonly kind: 'balance' | 'proxies';
  readonly amount: number;
}

/** Filled by every plugin that keeps personal data. */
export const accountData: ExtensionPoint<AccountData> = { name: 'accounts.data' };

/**
 * Opens an account, whose e-mail address counts as confirmed. The password is kept as an argon2id hash.
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
