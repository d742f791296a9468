/** What other plugins, the sign-in and the operator may ask of accounts. */
import { hash } from '@node-rs/argon2';
import type { Role } from '#prisma/generated/enums.ts';
import type { Services } from '#server/kernel/services.ts';
import * as store from './store.ts';

export type { StoredAccount } from './store.ts';
export { endSessions, findByEmail, findById, setResellerMode } from './store.ts';

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
    passwordHash: await hash(account.password),
    role: account.role ?? 'customer',
    resellerMode: account.resellerMode ?? false,
  });
}
