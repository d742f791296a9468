/** A dead address is replaced under a proxy: same credentials, same end, another exit of its country. */
import type { Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import { exists, recipient } from '../../accounts/port.ts';
import { enqueue } from '../../mail/port.ts';
import { replacedMail } from '../mails.ts';
import { leaseStatement, patientLeaseStatement } from '../store/pool.ts';
import { lockReplaceable, moveToAddress } from '../store/replacing.ts';
import { lockAddresses, retireAddresses } from '../store/stock.ts';

/** What came of it: `not_live` where the proxy has expired or leaves from no address of the pool, `sold_out` where none is free. */
type Replacement =
  | {
      readonly outcome: 'replaced';
      readonly accountId: AccountId;
      readonly orderId: OrderId;
      /** Exit addresses. */
      readonly before: string;
      readonly after: string;
    }
  | { readonly outcome: 'not_live' | 'sold_out' };

/**
 * Gives a proxy a free address of its country until it ends, retires the one that it had, and writes the mail to its owner, all in the
 * transaction. What is open through the old address is cut by the entry point once this commits. Locks are taken in the order of a
 * renewal, proxy before address, and the new address before the old, as those are locked that are to be retired.
 */
export async function replaceAddress(tx: Transaction, { env }: Services, proxyId: string): Promise<Replacement> {
  const proxy = await lockReplaceable(tx, proxyId);
  if (!proxy) return { outcome: 'not_live' };
  const lease = [proxy.country, 1, proxy.now, proxy.expires_at] as const;
  const [leased] = await tx.run(leaseStatement, ...lease);
  const fresh = leased ?? (await tx.run(patientLeaseStatement, ...lease))[0];
  if (!fresh) return { outcome: 'sold_out' };
  const after = await moveToAddress(tx, proxy.id, fresh.id, proxy.now);
  await lockAddresses(tx, [proxy.address_id]);
  await retireAddresses(tx, [proxy.address_id]);
  if (await exists(tx, proxy.account_id)) {
    const { email, language } = await recipient(tx, proxy.account_id);
    const told = { username: proxy.username, orderId: proxy.order_id, before: proxy.ip, after };
    const url = new URL(`/client/proxies?search=${proxy.id}`, env.SITE_URL).href;
    await enqueue(tx, { to: email, ...replacedMail(language, { ...told, url }) });
  }
  return { outcome: 'replaced', accountId: proxy.account_id, orderId: proxy.order_id, before: proxy.ip, after };
}
