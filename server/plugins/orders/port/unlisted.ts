/** An order whose resale entries could not be written: it stands without them (specification section 2, listed_in_resale). */
import type { Transaction } from '#server/kernel/database.ts';
import type { OrderId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import { setListed } from '../store/orders.ts';

/** Has the job of orders make up for the entries. @param problem what kept them from being written; null where nothing did. */
export async function noteUnlisted(tx: Transaction, { log }: Services, orderId: OrderId, problem: unknown): Promise<void> {
  if (!problem) return;
  log.error({ err: problem, orderId }, 'resale entries could not be added');
  await setListed(tx, orderId, false);
}
