/** Addresses are taken out of sale for good, or put back; the customers whose proxies leave from them are told what that means for them. */
import type { Transaction } from '#server/kernel/database.ts';
import type { Language } from '#server/kernel/languages.ts';
import type { Services } from '#server/kernel/services.ts';
import { exists, recipient } from '../../accounts/port.ts';
import { enqueue } from '../../mail/port.ts';
import { type LastingProxies, putBackMail, retiredMail } from '../mails.ts';
import * as store from '../store/stock.ts';

/** Addresses that were retired or put back, as they were before. */
export type Retirement = readonly store.LockedAddress[];

/**
 * Takes addresses out of sale for good: the free ones at once, others when their proxies end, which cannot be renewed any more. A buyer who
 * is just taking one is waited for, and keeps it until his proxy ends. Each customer gets one mail about all his proxies, in the transaction.
 * @returns those of which that is new.
 */
export async function retire(tx: Transaction, services: Services, ids: readonly number[]): Promise<Retirement> {
  const locked = await store.lockAddresses(tx, ids);
  const changed = new Set(await store.retireAddresses(tx, ids));
  await tell(tx, services, [...changed], retiredMail);
  return locked.filter(({ id }) => changed.has(id));
}

/** Puts retired addresses back into the stock, and tells the customers who were told of the retirement. @returns those of which that is new. */
export async function putBack(tx: Transaction, services: Services, ids: readonly number[]): Promise<Retirement> {
  const locked = await store.lockAddresses(tx, ids);
  const changed = new Set(await store.putBackAddresses(tx, ids));
  await tell(tx, services, [...changed], putBackMail);
  return locked.filter(({ id }) => changed.has(id));
}

type MailText = (language: Language, told: LastingProxies) => { subject: string; text: string };

/** Writes one mail to each customer with live proxies at the addresses; deleted accounts have nobody to write to. */
async function tell(tx: Transaction, { env }: Services, addressIds: readonly number[], mail: MailText): Promise<void> {
  if (addressIds.length === 0) return;
  const living = await store.liveAt(tx, addressIds);
  const url = new URL('/client/proxies', env.SITE_URL).href;
  for (const [accountId, proxies] of Map.groupBy(living, ({ account_id: owner }) => owner)) {
    if (!(await exists(tx, accountId))) continue;
    const { email, language } = await recipient(tx, accountId);
    await enqueue(tx, { to: email, ...mail(language, { proxies, url }) });
  }
}
