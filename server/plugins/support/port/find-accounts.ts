/** Finding an account by whatever a customer writes to support. */
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import * as accounts from '../../accounts/port.ts';
import { ownerOfInvoice } from '../../billing/port.ts';
import { ownerOf } from '../../orders/port.ts';
import { ownerOfProxy } from '../../proxies/port.ts';
import { ownersOfEnding } from '../../reseller/port.ts';
import { readingsOf } from '../rules.ts';

/** Accounts in one answer. */
export const MOST_FOUND = 50;

/** What an account was found by. */
type FoundBy = 'e-mail' | 'account' | 'order' | 'proxy' | 'invoice' | 'key';

/**
 * Accounts that a text may mean, what names one of them first, and newest first; the newest of all for an empty text.
 * @returns up to `MOST_FOUND`.
 */
export async function findAccounts({ db }: Services, typed: string): Promise<(accounts.FoundAccount & { by: FoundBy[] })[]> {
  const { email, id, proxy, invoice, keyEnding } = readingsOf(typed);
  const [byEmail, order, ofProxy, ofInvoice, ofKey] = await Promise.all([
    accounts.searchAccounts(db, email, MOST_FOUND),
    id === null ? null : ownerOf(db, id as OrderId),
    proxy === null ? null : ownerOfProxy(db, proxy),
    invoice === null ? null : ownerOfInvoice(db, invoice),
    keyEnding === null ? [] : ownersOfEnding(db, keyEnding, MOST_FOUND),
  ]);
  const by = new Map<AccountId, FoundBy[]>();
  const note = (how: FoundBy, owner: AccountId | null) => owner !== null && by.set(owner, [...(by.get(owner) ?? []), how]);
  note('account', id as AccountId | null);
  note('order', order);
  note('proxy', ofProxy);
  note('invoice', ofInvoice);
  for (const owner of ofKey) note('key', owner);
  const named = await accounts.accountsOf(db, [...by.keys()]);
  const others = byEmail.filter((account) => !by.has(account.id));
  const addressed = (account: accounts.FoundAccount): FoundBy[] =>
    email !== '' && account.email.includes(email) ? ['e-mail'] : [];
  return [...named, ...others]
    .slice(0, MOST_FOUND)
    .map((account) => ({ ...account, by: [...(by.get(account.id) ?? []), ...addressed(account)] }));
}
