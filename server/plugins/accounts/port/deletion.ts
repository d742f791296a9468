/** Deleting an account: what it still holds has to be waived in so many words, and what the law does not ask to be kept is erased. */

import type { Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { ExtensionPoint } from '#server/kernel/plugin.ts';
import type { Services } from '#server/kernel/services.ts';
import { findById } from '../store/accounts.ts';
import { checkPassword } from './password-check.ts';
import type { Wait } from './throttle.ts';
import { checkCode, hasTwoFactor } from './two-factor.ts';

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

/**
 * Money in cents, or how many valid proxies or unsettled orders; more than 0. A debt is what the account owes, which nobody can waive for
 * himself, nor an order that is under way or waits for support; payments are
 * under way and would come in when the account is gone.
 */
export interface AccountHold {
  readonly kind: 'balance' | 'debt' | 'orders' | 'payments' | 'proxies';
  readonly amount: number;
}

/** Filled by every plugin that keeps personal data. */
export const accountData: ExtensionPoint<AccountData> = { name: 'accounts.data' };

/** What its owner would lose by deleting the account now. */
export function holdsOf(services: Services, accountId: AccountId): Promise<AccountHold[]> {
  return services.db.transaction((tx) => holdsWithin(tx, services, accountId));
}

/** One after the other: each may lock, in the order of locks. */
async function holdsWithin(tx: Transaction, { extensions }: Services, accountId: AccountId): Promise<AccountHold[]> {
  const found: AccountHold[] = [];
  for (const data of extensions.all(accountData)) {
    const hold = await data.holds?.(tx, accountId);
    if (hold) found.push(hold);
  }
  return found;
}

/** How its owner says that he means it. */
export interface DeletionWish {
  readonly password: string;
  readonly code: string | undefined;
  /** The account's e-mail address, typed. */
  readonly typedEmail: string;
  /** What he gives up, up to the amount that he was shown. */
  readonly waived: Readonly<Partial<Record<AccountHold['kind'], number>>>;
}

export type DeletionOutcome =
  | { readonly outcome: 'deleted' | 'wrong_password' | 'code_needed' | 'wrong_code' | 'wrong_email' }
  | { readonly outcome: 'held'; readonly holds: readonly AccountHold[] }
  | Wait;

/** Deletes the account of who has all of its factors. What it holds is looked at under locks: money that arrives meanwhile is not given up. */
export async function deleteAccount(services: Services, accountId: AccountId, wish: DeletionWish): Promise<DeletionOutcome> {
  const checked = await checkPassword(services, accountId, wish.password);
  if (checked.outcome !== 'right') return checked.outcome === 'wrong' ? { outcome: 'wrong_password' } : checked;
  const account = await findById(services.db, accountId);
  if (account?.email !== wish.typedEmail) return { outcome: 'wrong_email' };
  if (await hasTwoFactor(services, accountId)) {
    if (wish.code === undefined) return { outcome: 'code_needed' };
    const code = await checkCode(services, accountId, wish.code, 'signed in');
    if (code.outcome !== 'right') return code.outcome === 'wrong' ? { outcome: 'wrong_code' } : code;
  }
  return services.db.transaction(async (tx) => {
    const held = (await holdsWithin(tx, services, accountId)).filter(({ kind, amount }) => amount > (wish.waived[kind] ?? 0));
    if (held.length > 0) return { outcome: 'held', holds: held };
    for (const data of services.extensions.all(accountData)) await data.erase(tx, accountId);
    return { outcome: 'deleted' };
  });
}
